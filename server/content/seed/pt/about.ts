import type { aboutArticles } from "../about.ts"
import type { TranslationOf } from "../article.ts"

/** The sections of the home page in Portuguese. */
export const aboutPt: TranslationOf<typeof aboutArticles> = {
  "company-introduction": {
    title: "O que é a Financial Links",
    html: `
      <p>Com a Financial Links, toma posição sobre a subida ou a descida de um preço, pelo prazo e com o montante que escolher. Antes de mais nada, vê
      o máximo que pode perder, e nunca perde mais do que esse montante.</p>
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
}
