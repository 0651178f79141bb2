import { companyVideo, type seedArticles, type TranslationOf } from "./articles.ts"

/** The seed articles in German. */
export const articlesDe: TranslationOf<typeof seedArticles> = {
  "company-introduction": {
    title: "Was Financial Links ist",
    html: `
      <p>Mit Financial Links setzen Sie darauf, ob ein Kurs steigt oder fällt: mit einer Laufzeit und einem Einsatz, die Sie selbst wählen. Noch
      vor allem anderen sehen Sie, was Sie höchstens verlieren können, und mehr als diesen Einsatz verlieren Sie nie.</p>
      ${companyVideo}
      <h2>Was Sie hier vor sich haben</h2>
      <p>Sofern der Hinweis oben auf den Seiten mit Geldbeträgen nichts anderes sagt, gilt: <strong>Dies ist eine Simulation.</strong> Die Kurse
      geben eine veröffentlichte historische Zeitreihe wieder, das Geld ist kein Geld, und die Einzahlungsadressen gehören niemandem. Bitte senden
      Sie nie etwas von Wert an sie.</p>
      <h2>Womit der Dienst Geld verdient</h2>
      <p>Ein Kontrakt kostet eine Kommission auf sein Engagement, also auf den Einsatz mal den Hebel. Die Auftragsseite nennt sie in Naira, bevor Sie
      bestätigen. Auf den Kurs wird kein Spread aufgeschlagen, und weder das Halten noch das vorzeitige Schließen eines Kontrakts kostet etwas.</p>
      <h2>Warum Sie uns nachprüfen können</h2>
      <ul>
        <li>Jede Änderung Ihres Guthabens ist eine Buchung, die Sie unter Kontobewegungen nachlesen können: mit ihrem Grund und mit dem Kontrakt,
        der Einzahlung oder der Auszahlung, zu der sie gehört.</li>
        <li>Jeder Kurs, der über einen Kontrakt entscheidet, ist Glied einer Kette: Jedes Glied enthält den Fingerabdruck des vorigen, sodass sich
        kein Kurs nachträglich austauschen lässt, ohne dass die Kette reißt.</li>
        <li>Die Regel, nach der ein Kontrakt abgerechnet wird, ist in dieser App und auf dem Server dieselbe. Die Detailseite eines Kontrakts
        enthält alles, was nötig ist, um sein Ergebnis nachzurechnen.</li>
      </ul>`,
  },
  "corporate-culture": {
    title: "Wie wir arbeiten",
    html: `
      <h2>Zuerst die Kosten</h2>
      <p>Die Auftragsseite beginnt mit dem größtmöglichen Verlust. Danach folgen Kommission, Break-even-Kurs und der Kurs, zu dem der Kontrakt endet. Was
      Sie gewinnen könnten, kommt zuletzt.</p>
      <h2>Beide Hälften einer Zahl zeigen</h2>
      <p>Neben einem durchschnittlichen Ergebnis steht immer der Anteil der Kontrakte, die verloren haben. Beides wird aus abgerechneten Kontrakten
      berechnet oder, solange es noch zu wenige gibt, aus der veröffentlichten Kurshistorie. Niemand tippt diese Zahlen ein.</p>
      <h2>Niemanden drängen</h2>
      <p>Es gibt keine ablaufenden Uhren, die zum Handeln drängen, keine Serien, keine Abzeichen und keinen Bonus, der erst umgesetzt werden muss,
      bevor er ausgezahlt werden kann.</p>
      <h2>Wissen, oder sagen, dass wir es nicht wissen</h2>
      <p>Bricht die Verbindung mitten in einem Auftrag ab, rät die App nicht. Sie sagt, dass sie nachfragt, und fragt den Server so lange, bis sie
      eine Antwort hat.</p>
      <h2>Entscheidungen haben einen Namen</h2>
      <p>Wo ein Mensch über eine Einzahlung, eine Auszahlung oder eine Identitätsprüfung entscheidet, wird festgehalten, wer entschieden hat und
      warum. Den Grund bekommen Sie zu sehen.</p>`,
  },
  "team-awards": {
    title: "Auszeichnungen und Anerkennung",
    html: `
      <p>Wir haben keine vorzuweisen. Eine Seite wie diese ist oft voller Logos, die niemand überprüfen kann; da lassen wir sie lieber schlicht.</p>
      <h2>Woran wir gemessen werden möchten</h2>
      <ul>
        <li><strong>Abrechnungen, die sich wiederholen lassen.</strong> Nehmen Sie einen beliebigen abgeschlossenen Kontrakt, rechnen Sie ihn aus den
        aufgezeichneten Kursen nach und vergleichen Sie auf den Kobo genau.</li>
        <li><strong>Ein Hauptbuch, das aufgeht.</strong> Die Summe aller Buchungen ist jederzeit null, bei jedem einzelnen Vorgang.</li>
        <li><strong>Eine Entscheidung, eine Wirkung.</strong> Ein doppeltes Tippen, eine verlorene Verbindung oder ein Neuladen führt nie dazu,
        dass zweimal gekauft, eingezahlt oder ausgezahlt wird.</li>
        <li><strong>Auszahlungen ohne Bedingungen.</strong> Kein Bonitätswert, keine Gebühr und keine weitere Einzahlung steht zwischen Ihnen und
        Ihrem verfügbaren Guthaben.</li>
      </ul>
      <p>Sollte eine unabhängige Stelle diese Aussagen einmal prüfen, wird ihr Bericht hier verlinkt, samt allem, was er bemängelt.</p>`,
  },
  "risk-protection": {
    title: "Die Risiken und was Sie schützt",
    html: `
      <p><strong>Kontrakte mit Hebel sind riskant. Die meisten, die oft damit handeln, verlieren Geld.</strong> Setzen Sie nur Geld ein,
      dessen vollständigen Verlust Sie verkraften können.</p>
      <h2>Was der Hebel bewirkt</h2>
      <p>Bei einem Hebel von 5 kostet eine Kursbewegung von 2&nbsp;% gegen Sie 10&nbsp;% Ihres Einsatzes, und die Kommission kommt hinzu. In der
      anderen Richtung gilt dasselbe, und das macht den Hebel so verlockend.</p>
      <h2>Was Sie schützt</h2>
      <ul>
        <li><strong>Der Verlust ist begrenzt.</strong> Ein Kontrakt endet bei seinem Stop-out-Kurs. Was auch immer zwischen zwei Kursen geschieht: Ihr
        Verlust ist nie höher als der Einsatz, und Ihr Guthaben wird nie negativ.</li>
        <li><strong>Den Einstieg kann sich niemand aussuchen.</strong> Ein Kontrakt eröffnet zum ersten Kurs nach der Annahme Ihres Auftrags. Weder
        Sie noch wir kennen ihn vorher. Kommt rechtzeitig kein Kurs, wird der Auftrag storniert und der ganze Einsatz erstattet.</li>
        <li><strong>Ihre Grenzen gelten.</strong> Sie können festlegen, um wie viel schlechter als angezeigt der Eröffnungskurs sein darf, zu welchem
        Kurs ein Gewinn mitgenommen und zu welchem ein Verlust gestoppt wird.</li>
        <li><strong>Neue Ziele ruhen.</strong> Auf eine gerade hinzugefügte Bankkarte oder Adresse kann nicht sofort ausgezahlt werden. So kann ein
        Fremder, der Ihr Telefon in die Hand bekommt, Ihr Konto nicht in einer Minute leeren.</li>
      </ul>
      <h2>Was Sie nicht schützt</h2>
      <p>Ein Stop-Loss wird durch einen Kurs ausgelöst und zu diesem Kurs ausgeführt. Springt der Markt, kann er schlechter sein als der von Ihnen
      gesetzte. Vergangene Ergebnisse sagen nichts Verlässliches über künftige. Für diese Simulation gilt keine Einlagensicherung.</p>`,
  },
  "agreement-membership": {
    title: "Nutzungsvereinbarung",
    html: `
      <h2>1. Gegenstand</h2>
      <p>Angeboten wird ein Konto, mit dem Sie simulierte gehebelte Positionen eingehen können, samt den dazugehörigen Aufzeichnungen. Wo der Hinweis
      auf den Seiten mit Geldbeträgen den Markt als simuliert ausweist, haben Guthaben keinen Geldwert und können nicht in Geld umgetauscht werden.</p>
      <h2>2. Ihr Konto</h2>
      <p>Jede Person führt ein einziges Konto. Zur Eröffnung brauchen Sie einen Einladungscode. Wählen Sie ein Passwort, das Sie sonst nirgends
      verwenden. Eine Änderung des Passworts beendet alle anderen Sitzungen.</p>
      <h2>3. Ihr Geld</h2>
      <p>Über Ihr verfügbares Guthaben können Sie jederzeit verfügen, auch durch Auszahlung. Einsätze offener Kontrakte und Beträge in Prüfung werden
      getrennt ausgewiesen. Vor einer Auszahlung wird weder eine Gebühr noch ein Bonitätswert noch eine weitere Zahlung verlangt; die Eigenkosten
      eines Netzwerks werden, wo es sie gibt, vorab angezeigt und vom Betrag abgezogen.</p>
      <h2>4. Korrekturen</h2>
      <p>Muss ein Guthaben berichtigt werden, ist die Berichtigung eine eigene Buchung mit einem Grund und einem Verweis, die Sie einsehen können.
      Frühere Buchungen werden nie verändert.</p>
      <h2>5. Beendigung</h2>
      <p>Sie können jederzeit aufhören: Schließen Sie Ihre Kontrakte oder lassen Sie sie auslaufen, veranlassen Sie die Auszahlung und bitten Sie den
      Kundenservice, das Konto zu schließen.</p>`,
  },
  "agreement-contracts": {
    title: "Kontraktbedingungen",
    html: `
      <p>In diesen Bedingungen bezeichnet <em>S</em> den Einsatz, <em>L</em> den Hebel, <em>E</em> den Eröffnungskurs, <em>X</em> den Schlusskurs und
      <em>c</em> den Kommissionssatz; <em>d</em> ist +1 für steigend und −1 für fallend.</p>
      <h2>Ergebnis</h2>
      <table>
        <thead><tr><th scope="col">Größe</th><th scope="col">Berechnung</th></tr></thead>
        <tbody>
          <tr><td>Ergebnis vor Kommission</td><td>S · L · d · (X − E) ÷ E</td></tr>
          <tr><td>Kommission</td><td>c · S · L</td></tr>
          <tr><td>Nettoergebnis</td><td>Ergebnis vor Kommission abzüglich Kommission, nie weniger als −S</td></tr>
          <tr><td>Erstattung</td><td>S zuzüglich Nettoergebnis</td></tr>
        </tbody>
      </table>
      <p>Beträge werden exakt berechnet und einmal gerundet, auf den Kobo. Ein halber Kobo wird zum geraden Nachbarn gerundet.</p>
      <h2>Eröffnung und Schluss</h2>
      <ul>
        <li>Eröffnung: der erste Kurs, der auf die Annahme des Auftrags folgt.</li>
        <li>Schluss am Ende der Laufzeit: der letzte Kurs zum oder vor dem Ende.</li>
        <li>Vorzeitiges Schließen: der erste Kurs, der auf die Annahme des Schließens folgt.</li>
        <li>Stop-out: der erste Kurs, der den Stop-out-Kurs erreicht oder überschreitet; die Auftragsseite zeigt ihn an.</li>
      </ul>
      <h2>Stornierung</h2>
      <p>Ein Auftrag wird storniert und der ganze Einsatz erstattet, wenn in der genannten Zeit kein Kurs eintrifft oder wenn die Eröffnung
      schlechter wäre, als Ihre Kurstoleranz zulässt.</p>`,
  },
  "agreement-privacy": {
    title: "Datenschutz",
    html: `
      <h2>Was gespeichert wird</h2>
      <ul>
        <li>Ihr Benutzername, und Ihr Passwort nur als Hash, aus dem es sich nicht ablesen lässt.</li>
        <li>Ihre Buchungen, Kontrakte, Einzahlungen und Auszahlungen.</li>
        <li>Bankkartennummern, Ihr wirklicher Name und Ihre Ausweisnummer, verschlüsselt. Die App zeigt Karten- und Ausweisnummern nur mit größtenteils
        verdeckten Zeichen, auch Ihnen selbst.</li>
        <li>Die Bilder, die Sie als Nachweis oder für die Identitätsprüfung hochladen. Sie werden auf dem Server neu gezeichnet, sodass verborgene
        Angaben wie der Aufnahmeort eines Fotos entfallen. Sehen können sie nur Sie und die Person, die sie bei uns prüft.</li>
      </ul>
      <h2>Was nicht gespeichert wird</h2>
      <p>Keine Werbekennungen, keine Kontakte, kein Standort. Die App lädt nichts von anderen Unternehmen.</p>
      <h2>Auf Ihrem Gerät</h2>
      <p>Die App führt ein Journal darüber, was Sie getan haben, damit beim Neuladen nichts verloren geht. Passwörter, Tokens, Ausweisnummern,
      Kartennummern und Bilder stehen nie darin.</p>`,
  },
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
      <p>Wo WeChat Pay oder Alipay unter „Andere Zahlungsarten“ angeboten wird, bezahlen Sie stattdessen auf der Seite des Anbieters. Dafür
      braucht es weder Bild noch Prüfung: Der Betrag wird gutgeschrieben, sobald der Anbieter ihn bestätigt.</p>
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
