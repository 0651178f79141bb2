import type { TranslationOf } from "../article.ts"
import type { helpArticles } from "../help.ts"

/** The help articles in Portuguese. */
export const helpPt: TranslationOf<typeof helpArticles> = {
  "help-login": {
    title: "Iniciar sessão e registar-se",
    html: `
      <h2>Precisa de um código de convite</h2>
      <p>Todos os membros têm um e podem partilhá-lo em <em>Convidar amigos</em>. Na demonstração, é mostrado um quando o servidor arranca.</p>
      <h2>Nome de utilizador e palavra-passe</h2>
      <p>Um nome de utilizador tem de 3 a 32 letras ou algarismos; depois do primeiro carácter, pode conter pontos, hífenes e sublinhados. Uma
      palavra-passe tem de 8 a 64 caracteres, e as que constam de todas as listas de palavras-passe adivinhadas são recusadas.</p>
      <h2>Se não conseguir entrar</h2>
      <p>Um nome errado e uma palavra-passe errada recebem a mesma resposta, para que ninguém possa descobrir quem é membro. Após várias tentativas
      erradas, as respostas tornam-se mais lentas durante algum tempo. A sua conta nunca é bloqueada.</p>`,
  },
  "help-forgot-password": {
    title: "Palavra-passe esquecida",
    html: `
      <p>Ninguém pode consultar a sua palavra-passe: só é guardado um hash dela. Também não há reposição por e-mail, porque o serviço não conhece o
      seu endereço de e-mail.</p>
      <p>Peça uma nova palavra-passe com o botão abaixo e indique como podemos contactá-lo. Quando o apoio ao cliente confirmar que é mesmo o titular, recebe um
      código válido uma única vez e durante meia hora. Com ele define uma nova palavra-passe, o que termina todas as sessões. Ninguém lhe pedirá nunca a
      palavra-passe antiga, um código ou um pagamento.</p>
      <p>Na demonstração não há ninguém de serviço: registe uma conta nova com o código que o servidor mostrou.</p>`,
  },
  "help-prices": {
    title: "De onde vêm os preços",
    html: `
      <p>O mercado normal reproduz um histórico publicado, mais depressa do que aconteceu: um dia de demonstração dura um minuto. O aviso no ecrã
      indica a fonte.</p>
      <p>O histórico publicado tem uma barra por dia ou por mês. Os movimentos dentro de uma barra são calculados ao acaso entre os seus verdadeiros
      preços de abertura, máximo, mínimo e fecho, e são assinalados como sintéticos onde quer que um gráfico os mostre.</p>
      <p>Um preço com mais de três segundos é assinalado como antigo, e a compra espera até chegar um novo.</p>`,
  },
  "help-deposits": {
    title: "Fazer um depósito",
    html: `
      <ol>
        <li>Escolha uma rede. O endereço aparece com um código para ler e um botão para copiar.</li>
        <li>Introduza o montante e adicione uma imagem da transferência.</li>
        <li>O depósito é analisado. Encontra o estado, e o motivo em caso de recusa, no registo de depósitos.</li>
      </ol>
      <p>Na demonstração, <strong>não envie nada</strong>: os endereços são inventados e serve qualquer imagem. A análise é automática e demora alguns
      segundos. Credita todos os depósitos, exceto aqueles cujo montante termina em ,13, que recusa para que possa ver também esse desfecho.</p>`,
  },
  "help-withdrawals": {
    title: "Fazer um levantamento",
    html: `
      <p>Adicione primeiro um cartão bancário ou um endereço de criptoativos. Um destino novo tem um período de espera, indicado ao lado, antes de poder
      ser usado; na demonstração não o tem.</p>
      <p>O ecrã mostra quanto recebe antes de confirmar: o montante menos o custo próprio da rede, quando existe. Enquanto o pedido é analisado, o
      montante fica reservado. Se for recusado, é devolvido de imediato na totalidade, com o motivo.</p>
      <p>Nunca é preciso pagar uma taxa ou um imposto, ter uma pontuação ou fazer outro depósito para levantar. Se alguém lhe disser o contrário, é
      fraude.</p>
      <p>Na demonstração, são pagos todos os levantamentos, exceto aqueles cujo montante termina em ,13.</p>`,
  },
  "help-verification": {
    title: "Verificação de identidade e pontuação de crédito",
    html: `
      <p>Para a verificação, introduza o seu nome e o número do documento e adicione uma imagem da frente e outra do verso. Na demonstração, use
      <strong>dados inventados e qualquer imagem</strong>. A demonstração recusa números de documento terminados em 13, para que possa ver esse
      desfecho.</p>
      <h2>Pontuação de crédito</h2>
      <p>A pontuação começa em 500 pontos. Uma identidade verificada soma 200. Cada depósito creditado soma 10, cada contrato concluído 2, tenha ganho
      ou perdido, e cada semana de antiguidade 1; estas três parcelas param em 100. Os montantes e os resultados não contam.</p>
      <p>A pontuação descreve a sua conta. Nunca decide se pode levantar.</p>`,
  },
}
