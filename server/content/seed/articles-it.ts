import { companyVideo, type seedArticles, type TranslationOf } from "./articles.ts"

/** The seed articles in Italian. */
export const articlesIt: TranslationOf<typeof seedArticles> = {
  "company-introduction": {
    title: "Che cos’è Financial Links",
    html: `
      <p>Con Financial Links può prendere posizione sul rialzo o sul ribasso di un prezzo, per la durata e con l’importo che preferisce. Prima di ogni altra cosa
      vede la perdita massima possibile, e non può mai perdere più di quell’importo.</p>
      ${companyVideo}
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
  "agreement-membership": {
    title: "Contratto di adesione",
    html: `
      <h2>1. Oggetto</h2>
      <p>Un account con cui assumere posizioni simulate con leva, e le relative registrazioni. Quando la dicitura nelle schermate con importi in denaro indica che il
      mercato è simulato, i saldi non hanno valore monetario e non possono essere convertiti in denaro.</p>
      <h2>2. Il Suo account</h2>
      <p>Ogni persona ha un solo account. Per aprirlo serve un codice invito. Scelga una password che non usa altrove. La modifica della password termina tutte le altre
      sessioni.</p>
      <h2>3. Il Suo denaro</h2>
      <p>Il saldo disponibile può essere usato o prelevato in qualsiasi momento. Gli importi dei contratti aperti e le somme in verifica sono indicati a parte. Prima di un
      prelievo non sono richiesti costi, punteggi né altri pagamenti; il costo proprio di una rete, ove previsto, è indicato in anticipo e detratto dall’importo.</p>
      <h2>4. Rettifiche</h2>
      <p>Se un saldo deve essere rettificato, la rettifica è una registrazione a sé, con un motivo e un riferimento consultabili. Le registrazioni precedenti non vengono mai
      modificate.</p>
      <h2>5. Recesso</h2>
      <p>Può smettere in qualsiasi momento: chiuda i contratti o li lasci giungere a scadenza, effettui il prelievo e chieda all’assistenza clienti di chiudere l’account.</p>`,
  },
  "agreement-contracts": {
    title: "Condizioni dei contratti",
    html: `
      <p>In queste condizioni <em>S</em> è l’importo investito, <em>L</em> la leva, <em>E</em> il prezzo di apertura, <em>X</em> il prezzo di chiusura, <em>c</em> l’aliquota
      della commissione, e <em>d</em> è +1 per il rialzo e −1 per il ribasso.</p>
      <h2>Risultato</h2>
      <table>
        <thead><tr><th scope="col">Voce</th><th scope="col">Come si ottiene</th></tr></thead>
        <tbody>
          <tr><td>Risultato prima della commissione</td><td>S · L · d · (X − E) ÷ E</td></tr>
          <tr><td>Commissione</td><td>c · S · L</td></tr>
          <tr><td>Risultato netto</td><td>Risultato prima della commissione meno la commissione, mai inferiore a −S</td></tr>
          <tr><td>Rimborsato</td><td>S più il risultato netto</td></tr>
        </tbody>
      </table>
      <p>Gli importi sono calcolati esattamente e arrotondati una sola volta, al kobo. Mezzo kobo va al vicino pari.</p>
      <h2>Apertura e chiusura</h2>
      <ul>
        <li>Apertura: il primo prezzo successivo all’accettazione dell’ordine.</li>
        <li>Chiusura alla scadenza: l’ultimo prezzo alla scadenza o prima di essa.</li>
        <li>Chiusura anticipata: il primo prezzo successivo all’accettazione della richiesta di chiusura.</li>
        <li>Stop-out: il primo prezzo che raggiunge o supera il prezzo di stop-out, indicato nella schermata dell’ordine.</li>
      </ul>
      <h2>Annullamento</h2>
      <p>Un ordine viene annullato, e l’intero importo rimborsato, se nessun prezzo arriva nel tempo indicato o se l’apertura fosse peggiore di quanto la Sua tolleranza
      consente.</p>`,
  },
  "agreement-privacy": {
    title: "Privacy",
    html: `
      <h2>Che cosa viene conservato</h2>
      <ul>
        <li>Il nome utente, e la password solo come hash dal quale non può essere letta.</li>
        <li>Le registrazioni, i contratti, i depositi e i prelievi.</li>
        <li>I numeri delle carte bancarie, il nome reale e il numero del documento, in forma cifrata. L’app mostra i numeri delle carte e del documento con la maggior parte dei
        caratteri nascosti, anche a Lei.</li>
        <li>Le immagini caricate come prova o per la verifica dell’identità. Vengono ridisegnate sul server, così che i dati nascosti, come il luogo di una foto, vengano
        rimossi. Possono vederle solo Lei e chi le verifica.</li>
      </ul>
      <h2>Che cosa non viene conservato</h2>
      <p>Nessun identificativo pubblicitario, nessun contatto, nessuna posizione. L’app non carica nulla da altre società.</p>
      <h2>Sul Suo dispositivo</h2>
      <p>L’app tiene un diario di ciò che Lei ha fatto, perché un ricaricamento non faccia perdere nulla. Password, token, numeri di documento, numeri di carta e immagini non vi
      compaiono mai.</p>`,
  },
  "help-login": {
    title: "Accesso e registrazione",
    html: `
      <h2>Serve un codice invito</h2>
      <p>Ogni membro ne ha uno e può trasmetterlo da <em>Invita amici</em>. Nella demo ne viene mostrato uno all’avvio del server.</p>
      <h2>Nome utente e password</h2>
      <p>Un nome utente ha da 3 a 32 lettere o cifre; dopo il primo carattere può contenere punti, trattini e trattini bassi. Una password ha da 8 a 64 caratteri, e quelle
      presenti in ogni elenco di password indovinate vengono rifiutate.</p>
      <h2>Se non riesce ad accedere</h2>
      <p>Un nome errato e una password errata danno la stessa risposta, perché nessuno possa scoprire chi è membro. Dopo diversi tentativi falliti le risposte rallentano per un
      po’. L’account non viene mai bloccato.</p>`,
  },
  "help-forgot-password": {
    title: "Password dimenticata",
    html: `
      <p>Nessuno può consultare la Sua password: ne viene conservato solo un hash. Non è possibile nemmeno reimpostarla via e-mail, perché il servizio non conosce il Suo
      indirizzo.</p>
      <p>Richieda una nuova password con il pulsante qui sotto e indichi come contattarLa. Quando l’assistenza clienti avrà accertato che si tratta di Lei, riceverà un codice
      valido una sola volta e per mezz’ora. Con esso imposta una nuova password, che termina tutte le sessioni. Nessuno Le chiederà mai la vecchia password, un codice o
      un pagamento.</p>
      <p>Nella demo non c’è nessuno in servizio: registri un nuovo account con il codice mostrato dal server.</p>`,
  },
  "help-prices": {
    title: "Da dove vengono i prezzi",
    html: `
      <p>Il mercato standard riproduce una serie storica pubblicata, più velocemente di come si è svolta: un giorno della demo dura un minuto. La dicitura sullo schermo indica la
      fonte.</p>
      <p>Lo storico pubblicato ha una barra per ogni giorno o mese. I movimenti all’interno di una barra sono calcolati a caso tra i suoi veri prezzi di apertura, massimo, minimo e
      chiusura, e sono indicati come sintetici ovunque un grafico li mostri.</p>
      <p>Un prezzo più vecchio di tre secondi viene indicato come vecchio, e l’acquisto attende l’arrivo di uno nuovo.</p>`,
  },
  "help-deposits": {
    title: "Effettuare un deposito",
    html: `
      <ol>
        <li>Scelga una rete. Compare il suo indirizzo con un codice da inquadrare e un pulsante per copiarlo.</li>
        <li>Inserisca l’importo e aggiunga un’immagine del trasferimento.</li>
        <li>Il deposito viene verificato. Lo stato, e il motivo in caso di rifiuto, si trovano nello storico depositi.</li>
      </ol>
      <p>Dove WeChat Pay o Alipay sono offerti in «Altri metodi di pagamento», si paga sulla pagina del fornitore. Non servono immagini né
      verifiche: l’importo è accreditato appena il fornitore lo conferma.</p>
      <p>Nella demo <strong>non invii nulla</strong>: gli indirizzi sono inventati e qualsiasi immagine va bene. La verifica è automatica e richiede qualche
      secondo. Ogni deposito viene accreditato, tranne quelli il cui importo termina con ,13, che vengono rifiutati affinché possa vedere anche
      quell’esito.</p>`,
  },
  "help-withdrawals": {
    title: "Effettuare un prelievo",
    html: `
      <p>Aggiunga prima una carta bancaria o un indirizzo crypto. Una nuova destinazione resta in attesa per il tempo indicato accanto prima di poter essere usata; nella demo non
      c’è attesa.</p>
      <p>La schermata mostra quanto riceverà prima della conferma: l’importo meno il costo proprio della rete, ove previsto. Durante la verifica della richiesta l’importo è
      accantonato. Se viene rifiutata, torna subito per intero, con un motivo.</p>
      <p>Per prelevare non servono mai costi preliminari, imposte, punteggi o altri depositi. Se qualcuno Le dice il contrario, è una truffa.</p>
      <p>Nella demo viene pagato ogni prelievo tranne quelli il cui importo termina con ,13.</p>`,
  },
  "help-verification": {
    title: "Verifica dell’identità e punteggio di credito",
    html: `
      <p>Per la verifica inserisca il nome e il numero del documento e aggiunga un’immagine del fronte e una del retro. Nella demo usi <strong>dati inventati e qualsiasi
      immagine</strong>. La demo rifiuta i numeri di documento che terminano con 13 affinché possa vedere quell’esito.</p>
      <h2>Punteggio di credito</h2>
      <p>Il punteggio parte da 500 punti. Un’identità verificata ne aggiunge 200. Ogni deposito accreditato ne aggiunge 10, ogni contratto concluso 2, in utile o in perdita, ogni
      settimana di anzianità 1; queste tre voci si fermano a 100. Importi e risultati non contano.</p>
      <p>Il punteggio descrive l’account. Non decide mai se può prelevare.</p>`,
  },
}
