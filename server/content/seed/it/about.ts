import type { aboutArticles } from "../about.ts"
import type { TranslationOf } from "../article.ts"

/** The sections of the home page in Italian. */
export const aboutIt: TranslationOf<typeof aboutArticles> = {
  "company-introduction": {
    title: "Che cos’è Financial Links",
    html: `
      <p>Con Financial Links può prendere posizione sul rialzo o sul ribasso di un prezzo, per la durata e con l’importo che preferisce. Prima di ogni altra cosa
      vede la perdita massima possibile, e non può mai perdere più di quell’importo.</p>
      <h2>Che cosa ha davanti</h2>
      <p>Salvo diversa indicazione nella dicitura in alto nelle schermate con importi in denaro, <strong>questa è una simulazione</strong>. I prezzi riproducono una
      serie storica pubblicata, il denaro non è denaro e gli indirizzi di deposito non appartengono a nessuno. Non vi invii mai nulla di valore.</p>
      <h2>Come guadagna il servizio</h2>
      <p>Un contratto comporta una commissione sull’esposizione, cioè sull’importo investito moltiplicato per la leva. La schermata dell’ordine la indica in naira prima
      della conferma. Al prezzo non viene aggiunto alcuno spread, e mantenere un contratto o chiuderlo in anticipo non costa nulla.</p>
      <h2>Perché può verificare il nostro operato</h2>
      <ul>
        <li>Ogni variazione del Suo saldo è una registrazione consultabile nei movimenti del conto, con la causale e con il contratto, il deposito o il prelievo a cui si
        riferisce.</li>
        <li>Ogni prezzo che decide un contratto è l’anello di una catena: ogni anello contiene l’impronta del precedente, così che un prezzo non può essere sostituito in
        seguito senza spezzare la catena.</li>
        <li>La regola con cui un contratto viene regolato è la stessa in questa app e sul server. La pagina di dettaglio di un contratto contiene tutto ciò che serve a
        ricalcolarne il risultato.</li>
      </ul>`,
  },
  "corporate-culture": {
    title: "Come lavoriamo",
    html: `
      <h2>Prima il costo</h2>
      <p>La schermata dell’ordine comincia dalla perdita massima possibile. Seguono la commissione, il prezzo di pareggio e il prezzo a cui il contratto termina. Il
      possibile guadagno viene per ultimo.</p>
      <h2>Mostrare entrambe le facce di un dato</h2>
      <p>Un utile medio è sempre accompagnato dalla quota di contratti in perdita. Entrambi sono calcolati sui contratti regolati o, finché sono troppo pochi, sullo
      storico pubblicato. Nessuno li inserisce a mano.</p>
      <h2>Lasciare in pace le persone</h2>
      <p>Non ci sono conti alla rovescia che spingano a operare, né serie, né distintivi, né bonus da movimentare prima di poterli prelevare.</p>
      <h2>Sapere, o dire che non sappiamo</h2>
      <p>Se la connessione si interrompe nel mezzo di un ordine, l’app non tira a indovinare. Dice che sta verificando e interroga il server finché non ha una risposta.</p>
      <h2>Le decisioni hanno un nome</h2>
      <p>Quando una persona decide su un deposito, un prelievo o una verifica dell’identità, restano registrati chi ha deciso e perché, e il motivo Le viene mostrato.</p>`,
  },
  "team-awards": {
    title: "Premi e riconoscimenti",
    html: `
      <p>Non ne abbiamo da mostrare. Una pagina come questa è spesso piena di loghi che nessuno può verificare; preferiamo lasciarla spoglia.</p>
      <h2>Su che cosa vorremmo essere giudicati</h2>
      <ul>
        <li><strong>Regolamenti ripetibili.</strong> Prenda un qualsiasi contratto concluso, lo ricalcoli dai prezzi registrati e confronti fino al singolo kobo.</li>
        <li><strong>Conti che quadrano.</strong> La somma di tutte le registrazioni è zero in ogni momento, per ogni operazione.</li>
        <li><strong>Una decisione, un effetto.</strong> Un doppio tocco, una connessione persa o un ricaricamento non comportano mai due acquisti, due depositi o due
        prelievi.</li>
        <li><strong>Prelievi senza condizioni.</strong> Nessun punteggio, costo o ulteriore deposito si frappone tra Lei e il Suo saldo disponibile.</li>
      </ul>
      <p>Se un ente indipendente esaminerà queste affermazioni, qui si troverà il collegamento alla sua relazione, critiche comprese.</p>`,
  },
  "risk-protection": {
    title: "I rischi e che cosa La protegge",
    html: `
      <p><strong>I contratti con leva sono rischiosi. La maggior parte di chi li negozia spesso perde denaro.</strong> Usi soltanto ciò che può permettersi di perdere
      per intero.</p>
      <h2>Che cosa fa la leva</h2>
      <p>Con una leva di 5, un prezzo che si muove del 2% a Suo sfavore costa il 10% dell’importo investito, a cui si aggiunge la commissione. Lo stesso vale nella
      direzione opposta, ed è ciò che la rende allettante.</p>
      <h2>Che cosa La protegge</h2>
      <ul>
        <li><strong>La perdita ha un limite.</strong> Un contratto termina al suo prezzo di stop-out. Qualunque cosa accada tra due prezzi, la perdita non supera mai
        l’importo investito e il saldo non scende mai sotto zero.</li>
        <li><strong>L’ingresso non si può scegliere.</strong> Un contratto si apre al primo prezzo successivo all’accettazione dell’ordine. Né Lei né noi possiamo
        conoscerlo prima. Se nessun prezzo arriva in tempo, l’ordine viene annullato e l’intero importo rimborsato.</li>
        <li><strong>I Suoi limiti valgono.</strong> Può stabilire di quanto l’ingresso possa essere peggiore del prezzo mostrato, un prezzo a cui realizzare un guadagno
        e uno a cui fermare una perdita.</li>
        <li><strong>Le nuove destinazioni attendono.</strong> Non è possibile pagare subito su una carta bancaria o un indirizzo appena aggiunti: così un estraneo che
        entri in possesso del Suo telefono non può svuotare il conto in un minuto.</li>
      </ul>
      <h2>Che cosa non La protegge</h2>
      <p>Uno stop loss viene attivato da un prezzo ed eseguito a quel prezzo, che può essere peggiore di quello impostato quando il mercato fa un balzo. I risultati
      passati non dicono nulla di affidabile su quelli futuri. A questa simulazione non si applica alcuna garanzia dei depositi.</p>`,
  },
}
