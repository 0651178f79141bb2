import type { agreementArticles } from "../agreements.ts"
import type { TranslationOf } from "../article.ts"

/** What a member agrees to, in Dutch. */
export const agreementsHl: TranslationOf<typeof agreementArticles> = {
  "agreement-membership": {
    title: "Lidmaatschapsovereenkomst",
    html: `
      <h2>1. Wat wordt aangeboden</h2>
      <p>Een account waarmee u gesimuleerde posities met een hefboom kunt innemen, en de gegevens die daarbij horen. Waar de aanduiding op de schermen met bedragen
      zegt dat de markt gesimuleerd is, hebben saldi geen geldwaarde en kunnen ze niet voor geld worden ingewisseld.</p>
      <h2>2. Uw account</h2>
      <p>Eén persoon heeft één account. Om het te openen hebt u een uitnodigingscode nodig. Kies een wachtwoord dat u nergens anders gebruikt. Als u het wachtwoord
      wijzigt, worden alle andere sessies beëindigd.</p>
      <h2>3. Uw geld</h2>
      <p>Uw beschikbare saldo kunt u op elk moment gebruiken of opnemen. De inzet van open contracten en bedragen in beoordeling worden apart getoond. Vóór een opname
      worden geen kosten, score of verdere betaling verlangd; de eigen kosten van een netwerk, als die er zijn, worden vooraf getoond en van het bedrag
      afgetrokken.</p>
      <h2>4. Correcties</h2>
      <p>Moet een saldo worden gecorrigeerd, dan is de correctie een afzonderlijke boeking met een reden en een referentie die u kunt inzien. Eerdere boekingen worden
      nooit gewijzigd.</p>
      <h2>5. Beëindiging</h2>
      <p>U kunt op elk moment stoppen: sluit uw contracten of laat ze aflopen, neem uw saldo op en vraag de klantenservice het account te sluiten.</p>`,
  },
  "agreement-contracts": {
    title: "Contractvoorwaarden",
    html: `
      <p>In deze voorwaarden is <em>S</em> de inzet, <em>L</em> de hefboom, <em>E</em> de openingskoers, <em>X</em> de slotkoers, <em>c</em> het commissietarief, en
      <em>d</em> is +1 voor stijging en −1 voor daling.</p>
      <h2>Resultaat</h2>
      <table>
        <thead><tr><th scope="col">Grootheid</th><th scope="col">Berekening</th></tr></thead>
        <tbody>
          <tr><td>Resultaat vóór commissie</td><td>S · L · d · (X − E) ÷ E</td></tr>
          <tr><td>Commissie</td><td>c · S · L</td></tr>
          <tr><td>Nettoresultaat</td><td>Resultaat vóór commissie min de commissie, en nooit minder dan −S</td></tr>
          <tr><td>Terugbetaald</td><td>S plus het nettoresultaat</td></tr>
        </tbody>
      </table>
      <p>Bedragen worden exact berekend en één keer afgerond, op de kobo. Een halve kobo gaat naar de even buur.</p>
      <h2>Openen en sluiten</h2>
      <ul>
        <li>Openen: de eerste koers na acceptatie van de order.</li>
        <li>Sluiten aan het einde van de looptijd: de laatste koers op of vóór het einde.</li>
        <li>Vervroegd sluiten: de eerste koers na acceptatie van het verzoek om te sluiten.</li>
        <li>Stop-out: de eerste koers op of voorbij de stop-outkoers, die het orderscherm toont.</li>
      </ul>
      <h2>Annulering</h2>
      <p>Een order wordt geannuleerd en de hele inzet terugbetaald als er binnen de genoemde tijd geen koers komt of als de openingskoers slechter zou zijn dan uw
      tolerantie toelaat.</p>`,
  },
  "agreement-privacy": {
    title: "Privacy",
    html: `
      <h2>Wat wordt bewaard</h2>
      <ul>
        <li>Uw gebruikersnaam, en uw wachtwoord alleen als hash waaruit het niet te lezen is.</li>
        <li>Uw boekingen, contracten, stortingen en opnamen.</li>
        <li>Nummers van bankpassen, uw werkelijke naam en uw documentnummer, versleuteld. De app toont pas- en documentnummers met de meeste tekens verborgen, ook aan
        u zelf.</li>
        <li>De afbeeldingen die u uploadt als bewijs of voor de identiteitsverificatie. Ze worden op de server opnieuw getekend, zodat verborgen gegevens zoals de plaats
        van een foto verdwijnen. Alleen u en degene die ze beoordeelt, kunnen ze zien.</li>
      </ul>
      <h2>Wat niet wordt bewaard</h2>
      <p>Geen advertentiekenmerken, geen contacten, geen locatie. De app laadt niets van andere bedrijven.</p>
      <h2>Op uw apparaat</h2>
      <p>De app houdt een logboek bij van wat u hebt gedaan, zodat er bij opnieuw laden niets verloren gaat. Wachtwoorden, tokens, documentnummers, pasnummers en
      afbeeldingen staan er nooit in.</p>`,
  },
}
