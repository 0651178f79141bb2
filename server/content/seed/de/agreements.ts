import type { agreementArticles } from "../agreements.ts"
import type { TranslationOf } from "../article.ts"

/** What a member agrees to, in German. */
export const agreementsDe: TranslationOf<typeof agreementArticles> = {
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
}
