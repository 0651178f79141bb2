import type { TranslationOf } from "../article.ts"
import type { helpArticles } from "../help.ts"

/** The help articles in Italian. */
export const helpIt: TranslationOf<typeof helpArticles> = {
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
