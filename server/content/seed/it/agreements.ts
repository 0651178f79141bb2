import type { agreementArticles } from "../agreements.ts"
import type { TranslationOf } from "../article.ts"

/** What a member agrees to, in Italian. */
export const agreementsIt: TranslationOf<typeof agreementArticles> = {
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
}
