import type { aboutArticles } from "../about.ts"
import type { TranslationOf } from "../article.ts"

/** The sections of the home page in Dutch. */
export const aboutHl: TranslationOf<typeof aboutArticles> = {
  "company-introduction": {
    title: "Wat Financial Links is",
    html: `
      <p>Met Financial Links neemt u een positie in op het stijgen of dalen van een koers, met een looptijd en een inzet die u zelf kiest. U ziet eerst wat u
      maximaal kunt verliezen, en u verliest nooit meer dan die inzet.</p>
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
}
