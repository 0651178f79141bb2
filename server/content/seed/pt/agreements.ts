import type { agreementArticles } from "../agreements.ts"
import type { TranslationOf } from "../article.ts"

/** What a member agrees to, in Portuguese. */
export const agreementsPt: TranslationOf<typeof agreementArticles> = {
  "agreement-membership": {
    title: "Contrato de adesão",
    html: `
      <h2>1. Objeto</h2>
      <p>Uma conta com a qual pode assumir posições alavancadas simuladas, e os respetivos registos. Quando o aviso nos ecrãs com valores em dinheiro
      indica que o mercado é simulado, os saldos não têm valor monetário e não podem ser trocados por dinheiro.</p>
      <h2>2. A sua conta</h2>
      <p>Cada pessoa tem uma só conta. Para a abrir, precisa de um código de convite. Escolha uma palavra-passe que não use em mais lado nenhum. A
      alteração da palavra-passe termina todas as outras sessões.</p>
      <h2>3. O seu dinheiro</h2>
      <p>O saldo disponível é seu, para usar ou levantar em qualquer momento. Os montantes de contratos abertos e os valores em análise são mostrados
      à parte. Nenhuma taxa, pontuação ou pagamento adicional é exigido antes de um levantamento; o custo próprio de uma rede, quando existe, é
      indicado previamente e deduzido do montante.</p>
      <h2>4. Correções</h2>
      <p>Se um saldo tiver de ser corrigido, a correção é um lançamento próprio, com um motivo e uma referência que pode consultar. Os lançamentos
      anteriores nunca são alterados.</p>
      <h2>5. Saída</h2>
      <p>Pode sair quando quiser: feche os seus contratos ou deixe-os terminar, faça o levantamento e peça ao apoio ao cliente que encerre a conta.</p>`,
  },
  "agreement-contracts": {
    title: "Condições dos contratos",
    html: `
      <p>Nestas condições, <em>S</em> é o montante investido, <em>L</em> a alavancagem, <em>E</em> o preço de abertura, <em>X</em> o preço de fecho,
      <em>c</em> a taxa de comissão, e <em>d</em> é +1 para a subida e −1 para a descida.</p>
      <h2>Resultado</h2>
      <table>
        <thead><tr><th scope="col">Valor</th><th scope="col">Como se obtém</th></tr></thead>
        <tbody>
          <tr><td>Resultado antes da comissão</td><td>S · L · d · (X − E) ÷ E</td></tr>
          <tr><td>Comissão</td><td>c · S · L</td></tr>
          <tr><td>Resultado líquido</td><td>Resultado antes da comissão menos a comissão, e nunca inferior a −S</td></tr>
          <tr><td>Devolvido</td><td>S mais o resultado líquido</td></tr>
        </tbody>
      </table>
      <p>Os montantes são calculados com exatidão e arredondados uma só vez, ao kobo. Meio kobo é arredondado para o vizinho par.</p>
      <h2>Abertura e fecho</h2>
      <ul>
        <li>Abertura: o primeiro preço após a aceitação da ordem.</li>
        <li>Fecho no fim do prazo: o último preço no momento do fim ou antes dele.</li>
        <li>Fecho antecipado: o primeiro preço após a aceitação do pedido de fecho.</li>
        <li>Stop out: o primeiro preço que atinge ou ultrapassa o preço de stop out, indicado na página da ordem.</li>
      </ul>
      <h2>Cancelamento</h2>
      <p>Uma ordem é cancelada, e todo o montante devolvido, quando nenhum preço chega no tempo indicado ou quando a abertura seria pior do que a
      tolerância que definiu.</p>`,
  },
  "agreement-privacy": {
    title: "Privacidade",
    html: `
      <h2>O que é guardado</h2>
      <ul>
        <li>O seu nome de utilizador; a palavra-passe, apenas sob a forma de um hash a partir do qual não pode ser lida.</li>
        <li>Os seus movimentos, contratos, depósitos e levantamentos.</li>
        <li>Os números de cartões bancários, o seu nome verdadeiro e o número do documento de identificação, cifrados. A aplicação mostra os números
        de cartões e de documentos com a maioria dos caracteres ocultos, também a si.</li>
        <li>As imagens que envia como comprovativo ou para a verificação de identidade. São redesenhadas no servidor, o que elimina dados ocultos como
        o local onde a fotografia foi tirada. Só podem ser vistas por si e por quem as analisa.</li>
      </ul>
      <h2>O que não é guardado</h2>
      <p>Nem identificadores de publicidade, nem contactos, nem localização. A aplicação não carrega nada de outras empresas.</p>
      <h2>No seu dispositivo</h2>
      <p>A aplicação mantém um diário do que fez, para que nada se perca ao recarregar a página. Dele nunca constam palavras-passe, tokens, números de
      documentos, números de cartões ou imagens.</p>`,
  },
}
