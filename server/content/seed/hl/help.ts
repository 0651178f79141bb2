import type { TranslationOf } from "../article.ts"
import type { helpArticles } from "../help.ts"

/** The help articles in Dutch. */
export const helpHl: TranslationOf<typeof helpArticles> = {
  "help-login": {
    title: "Inloggen en registreren",
    html: `
      <h2>U hebt een uitnodigingscode nodig</h2>
      <p>Elk lid heeft er een en kan die delen via <em>Vrienden uitnodigen</em>. In de demo wordt er een getoond wanneer de server start.</p>
      <h2>Gebruikersnaam en wachtwoord</h2>
      <p>Een gebruikersnaam telt 3 tot 32 letters of cijfers; na het eerste teken mogen ook punten, koppeltekens en lage streepjes volgen. Een wachtwoord telt 8 tot 64
      tekens, en wachtwoorden die op elke lijst van geraden wachtwoorden staan, worden geweigerd.</p>
      <h2>Als u niet binnenkomt</h2>
      <p>Een verkeerde naam en een verkeerd wachtwoord geven hetzelfde antwoord, zodat niemand kan achterhalen wie lid is. Na meerdere mislukte pogingen komen de
      antwoorden een tijdje trager. Uw account wordt nooit geblokkeerd.</p>`,
  },
  "help-forgot-password": {
    title: "Wachtwoord vergeten",
    html: `
      <p>Niemand kan uw wachtwoord opzoeken: er wordt alleen een hash van bewaard. Herstellen per e-mail kan ook niet, want de dienst kent uw e-mailadres niet.</p>
      <p>Vraag met de knop hieronder een nieuw wachtwoord aan en geef op hoe u bereikbaar bent. Zodra voor de klantenservice vaststaat dat u het bent, krijgt u een
      code die één keer en een half uur lang geldig is. Daarmee stelt u een nieuw wachtwoord in, waarmee alle sessies eindigen. Niemand zal u ooit vragen om uw oude
      wachtwoord, een code of een betaling.</p>
      <p>In de demo is er niemand aanwezig: registreer een nieuw account met de code die de server toonde.</p>`,
  },
  "help-prices": {
    title: "Waar de koersen vandaan komen",
    html: `
      <p>De standaardmarkt speelt een gepubliceerde historische reeks na, sneller dan het ging: een demodag duurt een minuut. De aanduiding op het scherm noemt de
      bron.</p>
      <p>De gepubliceerde historie heeft één staaf per dag of maand. De bewegingen binnen een staaf worden willekeurig berekend tussen de werkelijke opening, hoogste,
      laagste en slotkoers, en zijn als synthetisch gemarkeerd overal waar een grafiek ze toont.</p>
      <p>Een koers die ouder is dan drie seconden wordt als oud gemarkeerd, en kopen wacht tot er een nieuwe binnenkomt.</p>`,
  },
  "help-deposits": {
    title: "Een storting doen",
    html: `
      <ol>
        <li>Kies een netwerk. Het adres verschijnt met een code om te scannen en een knop om te kopiëren.</li>
        <li>Voer het bedrag in en voeg een afbeelding van de overboeking toe.</li>
        <li>De storting wordt beoordeeld. De stand, en de reden als ze wordt geweigerd, vindt u in het overzicht van stortingen.</li>
      </ol>
      <p>Stuur in de demo <strong>helemaal niets</strong>: de adressen zijn verzonnen en elke afbeelding volstaat. De beoordeling gebeurt na een paar seconden vanzelf.
      Elke storting wordt bijgeschreven, behalve bedragen die op ,13 eindigen; die worden geweigerd, zodat u ook die uitkomst kunt zien.</p>`,
  },
  "help-withdrawals": {
    title: "Geld opnemen",
    html: `
      <p>Voeg eerst een bankpas of een crypto-adres toe. Voor een nieuwe bestemming geldt de wachttijd die ernaast staat voordat u haar kunt gebruiken; in de demo geldt
      die niet.</p>
      <p>Het scherm toont wat u ontvangt voordat u bevestigt: uw bedrag min de eigen kosten van het netwerk, als die er zijn. Tijdens de beoordeling is het bedrag
      gereserveerd. Wordt de opname afgewezen, dan krijgt u meteen het hele bedrag terug, met een reden.</p>
      <p>Voor een opname zijn nooit vooraf kosten, belasting, een score of een extra storting nodig. Zegt iemand u iets anders, dan is dat fraude.</p>
      <p>In de demo wordt elke opname uitbetaald, behalve bedragen die op ,13 eindigen.</p>`,
  },
  "help-verification": {
    title: "Identiteitsverificatie en kredietscore",
    html: `
      <p>Voor de verificatie voert u uw naam en documentnummer in en voegt u een afbeelding van de voorkant en van de achterkant toe. Gebruik in de demo <strong>verzonnen
      gegevens en een willekeurige afbeelding</strong>. De demo weigert documentnummers die op 13 eindigen, zodat u die uitkomst kunt zien.</p>
      <h2>Kredietscore</h2>
      <p>De score begint bij 500 punten. Een geverifieerde identiteit levert 200 op. Elke bijgeschreven storting levert 10 op, elk afgerond contract 2, gewonnen of verloren,
      en elke week lidmaatschap 1; deze drie stoppen elk bij 100. Bedragen en resultaten tellen niet mee.</p>
      <p>De score beschrijft uw account. Ze bepaalt nooit of u kunt opnemen.</p>`,
  },
}
