import type { TranslationOf } from "../article.ts"
import type { helpArticles } from "../help.ts"

/** The help articles in German. */
export const helpDe: TranslationOf<typeof helpArticles> = {
  "help-login": {
    title: "Anmelden und registrieren",
    html: `
      <h2>Sie brauchen einen Einladungscode</h2>
      <p>Jedes Mitglied hat einen und kann ihn unter <em>Freunde einladen</em> weitergeben. In der Demo wird beim Start des Servers einer ausgegeben.</p>
      <h2>Benutzername und Passwort</h2>
      <p>Ein Benutzername hat 3 bis 32 Buchstaben oder Ziffern; ab dem zweiten Zeichen sind auch Punkte, Bindestriche und Unterstriche erlaubt. Ein
      Passwort hat 8 bis 64 Zeichen. Passwörter, die auf jeder Liste erratener Passwörter stehen, werden abgelehnt.</p>
      <h2>Wenn Sie nicht hineinkommen</h2>
      <p>Ein falscher Name und ein falsches Passwort führen zur selben Antwort, damit niemand herausfindet, wer Mitglied ist. Nach mehreren
      Fehlversuchen kommen die Antworten eine Zeit lang langsamer. Gesperrt wird Ihr Konto nie.</p>`,
  },
  "help-forgot-password": {
    title: "Passwort vergessen",
    html: `
      <p>Niemand kann Ihr Passwort nachschlagen: Gespeichert ist nur ein Hash davon. Auch ein Zurücksetzen per E-Mail gibt es nicht, denn der Dienst
      kennt Ihre E-Mail-Adresse nicht.</p>
      <p>Fordern Sie mit der Schaltfläche unten ein neues Passwort an und nennen Sie, wie Sie zu erreichen sind. Sobald für den Kundenservice feststeht,
      dass Sie es sind, erhalten Sie einen Code, der einmal und eine halbe Stunde lang gilt. Mit ihm legen Sie ein neues Passwort fest; damit enden alle
      Sitzungen. Niemand wird Sie je nach Ihrem alten Passwort, nach einem Code oder um eine Zahlung fragen.</p>
      <p>In der Demo ist niemand im Dienst: Registrieren Sie ein neues Konto mit dem Code, den der Server ausgegeben hat.</p>`,
  },
  "help-prices": {
    title: "Woher die Kurse kommen",
    html: `
      <p>Der Standardmarkt gibt eine veröffentlichte historische Zeitreihe wieder, schneller als in Wirklichkeit: Ein Demo-Tag dauert eine Minute.
      Der Hinweis auf der Seite nennt die Quelle.</p>
      <p>Die veröffentlichte Historie hat einen Balken je Tag oder Monat. Die Bewegungen innerhalb eines Balkens werden zufällig zwischen seinem
      wirklichen Eröffnungs-, Höchst-, Tiefst- und Schlusskurs berechnet und sind überall, wo ein Chart sie zeigt, als künstlich gekennzeichnet.</p>
      <p>Ein Kurs, der älter als drei Sekunden ist, wird als alt markiert, und ein Kauf wartet, bis ein frischer eintrifft.</p>`,
  },
  "help-deposits": {
    title: "Geld einzahlen",
    html: `
      <ol>
        <li>Wählen Sie ein Netzwerk. Seine Adresse erscheint mit einem Code zum Scannen und einer Schaltfläche zum Kopieren.</li>
        <li>Geben Sie den Betrag ein und fügen Sie ein Bild der Überweisung hinzu.</li>
        <li>Die Einzahlung wird geprüft. Ihren Stand und bei einer Ablehnung den Grund finden Sie unter Einzahlungen.</li>
      </ol>
      <p>In der Demo <strong>senden Sie bitte nichts</strong>: Die Adressen sind erfunden, und jedes Bild genügt. Nach einigen Sekunden entscheidet die
      Prüfung von selbst. Sie schreibt jede Einzahlung gut, außer wenn der Betrag auf ,13 endet: Diese lehnt sie ab, damit Sie auch diesen
      Ausgang sehen.</p>`,
  },
  "help-withdrawals": {
    title: "Geld auszahlen",
    html: `
      <p>Fügen Sie zuerst eine Bankkarte oder eine Krypto-Adresse hinzu. Ein neues Ziel ruht so lange, wie daneben angegeben ist, bevor es benutzt
      werden kann; in der Demo ruht es nicht.</p>
      <p>Noch vor der Bestätigung sehen Sie, was ankommt: Ihr Betrag abzüglich der Eigenkosten des Netzwerks, wo es sie gibt. Während der Prüfung ist
      der Betrag zurückgelegt. Wird der Antrag abgelehnt, kommt sofort der ganze Betrag zurück, mit einem Grund.</p>
      <p>Für eine Auszahlung ist nie eine Gebühr, eine Steuer, ein Bonitätswert oder eine weitere Einzahlung nötig. Wer Ihnen etwas anderes sagt,
      begeht Betrug.</p>
      <p>In der Demo zahlt die Prüfung jeden Betrag aus, der nicht auf ,13 endet.</p>`,
  },
  "help-verification": {
    title: "Identitätsprüfung und Bonitätswert",
    html: `
      <p>Für die Prüfung geben Sie Ihren Namen und Ihre Ausweisnummer ein und fügen je ein Bild der Vorder- und der Rückseite hinzu. Verwenden Sie in
      der Demo bitte <strong>erfundene Angaben und beliebige Bilder</strong>. Die Demo lehnt Ausweisnummern ab, die auf 13 enden, damit Sie auch
      diesen Ausgang sehen.</p>
      <h2>Bonitätswert</h2>
      <p>Der Wert beginnt bei 500 Punkten. Ein geprüfter Name bringt 200. Jede gutgeschriebene Einzahlung bringt 10, jeder abgeschlossene Kontrakt 2,
      ob gewonnen oder verloren, jede Woche Mitgliedschaft 1; diese drei enden jeweils bei 100. Beträge und Ergebnisse zählen nicht.</p>
      <p>Der Wert beschreibt Ihr Konto. Er entscheidet nie darüber, ob Sie auszahlen können.</p>`,
  },
}
