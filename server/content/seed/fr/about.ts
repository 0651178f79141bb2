import type { aboutArticles } from "../about.ts"
import type { TranslationOf } from "../article.ts"

/** The sections of the home page in French. */
export const aboutFr: TranslationOf<typeof aboutArticles> = {
  "company-introduction": {
    title: "Ce qu’est Financial Links",
    html: `
      <p>Financial Links vous permet de prendre position sur la hausse ou la baisse d’un cours, pour la durée et le montant de votre choix. Vous voyez
      d’abord le maximum que vous pouvez perdre, et vous ne perdez jamais plus que ce montant.</p>
      <h2>Ce que vous avez sous les yeux</h2>
      <p>Sauf indication contraire de la mention figurant en haut des écrans où il est question d’argent, <strong>ceci est une simulation</strong>. Les
      cours rejouent un historique publié, l’argent n’en est pas, et les adresses de dépôt n’appartiennent à personne. N’y envoyez jamais rien de
      valeur.</p>
      <h2>Comment le service gagne de l’argent</h2>
      <p>Un contrat donne lieu à une commission sur son exposition, c’est-à-dire sur le montant investi multiplié par le levier. La page de l’ordre
      l’indique en nairas avant votre confirmation. Aucun écart n’est ajouté au cours, et ni la détention d’un contrat ni sa clôture anticipée ne
      sont facturées.</p>
      <h2>Pourquoi vous pouvez nous vérifier</h2>
      <ul>
        <li>Chaque variation de votre solde est une écriture que vous pouvez lire dans les mouvements du compte, avec son motif et le contrat, le dépôt
        ou le retrait auquel elle se rapporte.</li>
        <li>Chaque cours qui décide d’un contrat est le maillon d’une chaîne&nbsp;: chaque maillon contient l’empreinte du précédent, si bien qu’un cours ne
        peut pas être remplacé après coup sans rompre la chaîne.</li>
        <li>La règle de règlement d’un contrat est la même dans cette application et sur le serveur. La page de détail d’un contrat contient tout ce
        qu’il faut pour en recalculer le résultat.</li>
      </ul>`,
  },
  "corporate-culture": {
    title: "Notre façon de travailler",
    html: `
      <h2>Dire le coût d’abord</h2>
      <p>La page de l’ordre commence par la plus grande perte possible. Viennent ensuite la commission, le point mort et le cours auquel le contrat prend
      fin. Ce que vous pourriez gagner vient en dernier.</p>
      <h2>Montrer les deux faces d’un chiffre</h2>
      <p>Un gain moyen est toujours accompagné de la part des contrats perdants. L’un et l’autre sont calculés sur des contrats réglés ou, tant qu’ils sont
      trop peu nombreux, d’après l’historique publié. Personne ne les saisit à la main.</p>
      <h2>Laisser les gens tranquilles</h2>
      <p>Pas de compte à rebours qui pousse à négocier, pas de séries, pas de badges, pas de bonus à faire tourner avant de pouvoir le retirer.</p>
      <h2>Savoir, ou dire que nous ne savons pas</h2>
      <p>Si la connexion se coupe au milieu d’un ordre, l’application ne devine pas. Elle dit qu’elle vérifie et interroge le serveur jusqu’à obtenir une
      réponse.</p>
      <h2>Les décisions ont un nom</h2>
      <p>Lorsqu’une personne se prononce sur un dépôt, un retrait ou une vérification d’identité, la décision est consignée avec son auteur et son motif, et
      ce motif vous est communiqué.</p>`,
  },
  "team-awards": {
    title: "Récompenses et distinctions",
    html: `
      <p>Nous n’en avons aucune à présenter. Une telle page se remplit souvent de logos que personne ne peut vérifier&nbsp;; nous préférons la laisser
      sobre.</p>
      <h2>Ce sur quoi nous aimerions être jugés</h2>
      <ul>
        <li><strong>Des règlements reproductibles.</strong> Prenez n’importe quel contrat terminé, recalculez-le à partir des cours enregistrés et comparez
        au kobo près.</li>
        <li><strong>Des comptes justes.</strong> La somme de toutes les écritures est nulle à tout moment, pour chaque opération.</li>
        <li><strong>Une décision, un effet.</strong> Un double appui, une connexion perdue ou un rechargement n’entraîne jamais deux achats, deux dépôts ou
        deux retraits.</li>
        <li><strong>Des retraits sans condition.</strong> Aucun score, aucuns frais ni aucun dépôt supplémentaire ne s’interpose entre vous et votre solde
        disponible.</li>
      </ul>
      <p>Si un organisme indépendant examine un jour ces affirmations, son rapport sera accessible ici, critiques comprises.</p>`,
  },
  "risk-protection": {
    title: "Les risques, et ce qui vous protège",
    html: `
      <p><strong>Les contrats à effet de levier sont risqués. La plupart des personnes qui en négocient souvent perdent de l’argent.</strong> N’utilisez que
      ce que vous pouvez vous permettre de perdre entièrement.</p>
      <h2>Ce que fait l’effet de levier</h2>
      <p>Avec un levier de 5, un cours qui évolue de 2&nbsp;% contre vous coûte 10&nbsp;% du montant investi, et la commission s’y ajoute. Il en va de même
      dans l’autre sens, et c’est ce qui rend le levier tentant.</p>
      <h2>Ce qui vous protège</h2>
      <ul>
        <li><strong>La perte est plafonnée.</strong> Un contrat prend fin à son cours de stop-out. Quoi qu’il arrive entre deux cours, votre perte n’excède
        jamais le montant investi et votre solde ne devient jamais négatif.</li>
        <li><strong>L’entrée ne se choisit pas.</strong> Un contrat s’ouvre au premier cours qui suit l’acceptation de votre ordre. Ni vous ni nous ne pouvons
        le connaître à l’avance. Si aucun cours n’arrive à temps, l’ordre est annulé et la totalité du montant vous est rendue.</li>
        <li><strong>Vos limites sont respectées.</strong> Vous pouvez fixer de combien l’entrée peut être moins bonne que le cours affiché, un cours auquel
        prendre un gain et un autre auquel arrêter une perte.</li>
        <li><strong>Les nouvelles destinations attendent.</strong> Une carte bancaire ou une adresse tout juste ajoutée ne peut pas être payée
        immédiatement&nbsp;: un inconnu qui s’emparerait de votre téléphone ne pourrait pas vider votre compte en une minute.</li>
      </ul>
      <h2>Ce qui ne vous protège pas</h2>
      <p>Un stop loss est déclenché par un cours et exécuté à ce cours, qui peut être moins bon que celui que vous avez fixé lorsque le marché fait un saut.
      Les résultats passés ne disent rien de fiable sur ceux à venir. Aucune garantie des dépôts ne s’applique à cette simulation.</p>`,
  },
}
