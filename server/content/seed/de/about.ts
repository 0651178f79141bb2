import type { aboutArticles } from "../about.ts"
import type { TranslationOf } from "../article.ts"

/** The sections of the home page in German. */
export const aboutDe: TranslationOf<typeof aboutArticles> = {
  "company-introduction": {
    title: "Was Financial Links ist",
    html: `
      <p>Mit Financial Links setzen Sie darauf, ob ein Kurs steigt oder fällt: mit einer Laufzeit und einem Einsatz, die Sie selbst wählen. Noch
      vor allem anderen sehen Sie, was Sie höchstens verlieren können, und mehr als diesen Einsatz verlieren Sie nie.</p>
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
}
