import { companyVideo, type seedArticles, type TranslationOf } from "./articles.ts"

/** The seed articles in Portuguese. */
export const articlesPt: TranslationOf<typeof seedArticles> = {
  "company-introduction": {
    title: "O que é a Financial Links",
    html: `
      <p>Com a Financial Links, toma posição sobre a subida ou a descida de um preço, pelo prazo e com o montante que escolher. Antes de mais nada, vê
      o máximo que pode perder, e nunca perde mais do que esse montante.</p>
      ${companyVideo}
      <h2>O que tem à sua frente</h2>
      <p>Salvo indicação em contrário no aviso no topo dos ecrãs com valores em dinheiro, <strong>isto é uma simulação</strong>. Os preços reproduzem
      um histórico publicado, o dinheiro não é dinheiro e os endereços de depósito não pertencem a ninguém. Nunca envie para eles nada de valor.</p>
      <h2>Como o serviço ganha dinheiro</h2>
      <p>Um contrato paga uma comissão sobre a exposição, ou seja, sobre o montante investido multiplicado pela alavancagem. A página da ordem
      indica-a em nairas antes de confirmar. Não é acrescentado nenhum spread ao preço e não se cobra nada por manter um contrato nem por o fechar
      antecipadamente.</p>
      <h2>Por que razão pode verificar o que fazemos</h2>
      <ul>
        <li>Cada alteração do seu saldo é um registo que pode consultar nos movimentos da conta, com o motivo e com o contrato, o depósito ou o
        levantamento a que diz respeito.</li>
        <li>Cada preço que decide um contrato é um elo de uma cadeia: cada elo contém a impressão digital do anterior, pelo que um preço não pode
        ser trocado mais tarde sem quebrar a cadeia.</li>
        <li>A regra que liquida um contrato é a mesma nesta aplicação e no servidor. A página de detalhe de um contrato contém tudo o que é preciso
        para recalcular o resultado.</li>
      </ul>`,
  },
  "corporate-culture": {
    title: "Como trabalhamos",
    html: `
      <h2>Primeiro, o custo</h2>
      <p>A página da ordem começa pela maior perda possível. Seguem-se a comissão, o preço de equilíbrio e o preço a que o contrato termina. O que
      poderá ganhar vem no fim.</p>
      <h2>Mostrar as duas faces de um número</h2>
      <p>Um ganho médio aparece sempre ao lado da percentagem de contratos que perderam. Ambos são calculados a partir de contratos liquidados ou,
      enquanto estes forem poucos, a partir do histórico publicado. Ninguém os introduz à mão.</p>
      <h2>Deixar as pessoas em paz</h2>
      <p>Não há contagens decrescentes que empurrem para a negociação, nem séries, nem medalhas, nem bónus que tenham de ser negociados antes de
      poderem ser levantados.</p>
      <h2>Saber, ou dizer que não sabemos</h2>
      <p>Se a ligação cair a meio de uma ordem, a aplicação não adivinha. Diz que está a verificar e pergunta ao servidor até obter resposta.</p>
      <h2>As decisões têm nome</h2>
      <p>Sempre que uma pessoa decide sobre um depósito, um levantamento ou uma verificação de identidade, fica registado quem decidiu e porquê, e
      o motivo é-lhe mostrado.</p>`,
  },
  "team-awards": {
    title: "Prémios e reconhecimento",
    html: `
      <p>Não temos nenhum para mostrar. Páginas como esta costumam estar cheias de logótipos que ninguém consegue verificar; preferimos deixá-la simples.</p>
      <h2>Pelo que gostaríamos de ser avaliados</h2>
      <ul>
        <li><strong>Liquidações que se podem repetir.</strong> Escolha um contrato concluído qualquer, recalcule-o a partir dos preços registados e
        compare até ao kobo.</li>
        <li><strong>Contas que batem certo.</strong> A soma de todos os lançamentos é zero a cada momento, em cada transação.</li>
        <li><strong>Uma decisão, um efeito.</strong> Um toque duplo, uma ligação perdida ou uma página recarregada nunca compram, depositam ou
        levantam duas vezes.</li>
        <li><strong>Levantamentos sem condições.</strong> Nenhuma pontuação, taxa ou novo depósito se interpõe entre si e o seu saldo disponível.</li>
      </ul>
      <p>Se algum dia uma entidade independente examinar estas afirmações, o relatório ficará aqui disponível, incluindo o que criticar.</p>`,
  },
  "risk-protection": {
    title: "Os riscos e o que o protege",
    html: `
      <p><strong>Os contratos com alavancagem são arriscados. A maioria das pessoas que os negoceiam com frequência perde dinheiro.</strong> Use
      apenas o que pode perder por completo.</p>
      <h2>O que faz a alavancagem</h2>
      <p>Com uma alavancagem de 5, um preço que se mova 2% contra si custa 10% do montante investido, a que acresce a comissão. O mesmo vale no
      sentido contrário, e é isso que a torna tentadora.</p>
      <h2>O que o protege</h2>
      <ul>
        <li><strong>A perda tem um limite.</strong> Um contrato termina no seu preço de stop out. Aconteça o que acontecer entre dois preços, a sua
        perda nunca é superior ao montante investido e o seu saldo nunca fica abaixo de zero.</li>
        <li><strong>A entrada não pode ser escolhida.</strong> Um contrato abre ao primeiro preço depois de a sua ordem ser aceite. Nem o cliente nem
        nós o podemos conhecer antes. Se nenhum preço chegar a tempo, a ordem é cancelada e todo o montante é devolvido.</li>
        <li><strong>Os seus limites são respeitados.</strong> Pode definir quanto pior do que o preço mostrado pode ser a entrada, um preço para
        realizar o ganho e outro para travar a perda.</li>
        <li><strong>Os destinos novos esperam.</strong> Não é possível pagar de imediato para um cartão bancário ou um endereço acabado de adicionar;
        assim, um estranho que se apodere do seu telemóvel não consegue esvaziar a sua conta num minuto.</li>
      </ul>
      <h2>O que não o protege</h2>
      <p>Um stop loss é acionado por um preço e executado a esse preço, que pode ser pior do que o definido quando o mercado dá um salto. Os resultados
      passados nada dizem de fiável sobre os futuros. Esta simulação não está coberta por nenhum fundo de garantia de depósitos.</p>`,
  },
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
      <p>Onde WeChat Pay ou Alipay estiver disponível em «Outras formas de pagamento», paga na página do provedor. Não é preciso imagem nem
      análise: o montante é creditado assim que o provedor o confirma.</p>
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
