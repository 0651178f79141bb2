import { companyVideo, type seedArticles, type TranslationOf } from "./articles.ts"

/** The seed articles in Dutch. */
export const articlesHl: TranslationOf<typeof seedArticles> = {
  "company-introduction": {
    title: "Wat Financial Links is",
    html: `
      <p>Met Financial Links neemt u een positie in op het stijgen of dalen van een koers, met een looptijd en een inzet die u zelf kiest. U ziet eerst wat u
      maximaal kunt verliezen, en u verliest nooit meer dan die inzet.</p>
      ${companyVideo}
      <h2>Wat u voor u ziet</h2>
      <p>Tenzij de aanduiding boven aan de schermen met bedragen iets anders zegt, <strong>is dit een simulatie</strong>. De koersen spelen een gepubliceerde
      historische reeks na, het geld is geen geld en de stortingsadressen zijn van niemand. Stuur er nooit iets van waarde naartoe.</p>
      <h2>Hoe de dienst verdient</h2>
      <p>Voor een contract betaalt u commissie over de blootstelling, dus over de inzet maal de hefboom. Het orderscherm noemt het bedrag in naira voordat u
      bevestigt. Er komt geen spread boven op de koers, en het aanhouden of vervroegd sluiten van een contract kost niets.</p>
      <h2>Waarom u ons kunt controleren</h2>
      <ul>
        <li>Elke wijziging van uw saldo is een boeking die u bij de rekeningmutaties kunt nalezen, met de reden en het contract, de storting of de opname waar
        ze bij hoort.</li>
        <li>Elke koers die over een contract beslist, is een schakel in een keten: elke schakel bevat de vingerafdruk van de vorige, zodat een koers later niet
        kan worden verwisseld zonder de keten te breken.</li>
        <li>De regel waarmee een contract wordt afgewikkeld, is in deze app en op de server dezelfde. De detailpagina van een contract bevat alles wat nodig is
        om het resultaat na te rekenen.</li>
      </ul>`,
  },
  "corporate-culture": {
    title: "Hoe we werken",
    html: `
      <h2>Eerst de kosten</h2>
      <p>Het orderscherm begint met het grootst mogelijke verlies. Daarna volgen de commissie, de break-evenkoers en de koers waarop het contract eindigt. Wat u
      zou kunnen winnen, komt als laatste.</p>
      <h2>Beide helften van een cijfer tonen</h2>
      <p>Naast een gemiddelde winst staat altijd het aandeel contracten dat verloor. Beide worden berekend uit afgewikkelde contracten of, zolang dat er te weinig
      zijn, uit de gepubliceerde historie. Niemand voert ze met de hand in.</p>
      <h2>Mensen met rust laten</h2>
      <p>Er zijn geen aftelklokken die u tot handelen aanzetten, geen reeksen, geen badges en geen bonus waarmee eerst gehandeld moet worden voordat u hem kunt
      opnemen.</p>
      <h2>Weten, of zeggen dat we het niet weten</h2>
      <p>Valt de verbinding midden in een order weg, dan gokt de app niet. Hij meldt dat hij het nagaat en blijft de server vragen tot er een antwoord is.</p>
      <h2>Beslissingen hebben een naam</h2>
      <p>Waar een mens beslist over een storting, een opname of een identiteitsverificatie, wordt vastgelegd wie dat deed en waarom. De reden krijgt u te zien.</p>`,
  },
  "team-awards": {
    title: "Prijzen en erkenning",
    html: `
      <p>We hebben er geen om te tonen. Een pagina als deze staat vaak vol logo’s die niemand kan controleren; wij houden die liever sober.</p>
      <h2>Waar we op beoordeeld willen worden</h2>
      <ul>
        <li><strong>Afwikkelingen die te herhalen zijn.</strong> Neem een willekeurig afgerond contract, reken het na met de vastgelegde koersen en vergelijk tot
        op de kobo.</li>
        <li><strong>Een grootboek dat klopt.</strong> De som van alle boekingen is op elk moment nul, bij elke transactie.</li>
        <li><strong>Eén beslissing, één gevolg.</strong> Dubbel tikken, een weggevallen verbinding of opnieuw laden leidt er nooit toe dat u twee keer koopt, stort
        of opneemt.</li>
        <li><strong>Opnamen zonder voorwaarden.</strong> Geen score, kosten of extra storting staat tussen u en uw beschikbare saldo.</li>
      </ul>
      <p>Mocht een onafhankelijke instantie deze beweringen ooit onderzoeken, dan vindt u hier een link naar het rapport, met inbegrip van de kritiek.</p>`,
  },
  "risk-protection": {
    title: "De risico’s, en wat u beschermt",
    html: `
      <p><strong>Contracten met een hefboom zijn riskant. De meeste mensen die er vaak in handelen, verliezen geld.</strong> Gebruik alleen wat u helemaal kunt
      missen.</p>
      <h2>Wat een hefboom doet</h2>
      <p>Met een hefboom van 5 kost een koers die 2% tegen u in beweegt 10% van uw inzet, en daar komt de commissie bij. In de andere richting geldt hetzelfde, en
      dat maakt een hefboom verleidelijk.</p>
      <h2>Wat u beschermt</h2>
      <ul>
        <li><strong>Het verlies is begrensd.</strong> Een contract eindigt op zijn stop-outkoers. Wat er ook gebeurt tussen twee koersen, uw verlies is nooit groter
        dan de inzet en uw saldo komt nooit onder nul.</li>
        <li><strong>De instapkoers valt niet te kiezen.</strong> Een contract opent op de eerste koers nadat uw order is geaccepteerd. U noch wij kunnen die vooraf
        kennen. Komt er niet op tijd een koers, dan wordt de order geannuleerd en krijgt u de hele inzet terug.</li>
        <li><strong>Uw grenzen gelden.</strong> U kunt instellen hoeveel slechter de openingskoers mag zijn dan de getoonde koers, op welke koers u winst neemt en op
        welke een verlies stopt.</li>
        <li><strong>Nieuwe bestemmingen wachten.</strong> Naar een bankpas of adres dat net is toegevoegd, kan niet meteen worden uitbetaald. Zo kan een vreemde die
        uw telefoon in handen krijgt, uw rekening niet in een minuut leeghalen.</li>
      </ul>
      <h2>Wat u niet beschermt</h2>
      <p>Een stop-loss wordt door een koers in werking gezet en op die koers uitgevoerd. Die kan slechter zijn dan de koers die u had ingesteld, als de markt een
      sprong maakt. Resultaten uit het verleden zeggen niets betrouwbaars over de toekomst. Op deze simulatie is geen depositogarantie van toepassing.</p>`,
  },
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
      <p>Waar WeChat Pay of Alipay onder ‘Andere betaalwijzen’ staat, betaalt u op de pagina van de betaaldienst. Een afbeelding of beoordeling is
      niet nodig: het bedrag wordt bijgeschreven zodra de betaaldienst het bevestigt.</p>
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
