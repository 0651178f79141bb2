import { companyVideo, type seedArticles, type TranslationOf } from "./articles.ts"

/** The seed articles in French. */
export const articlesFr: TranslationOf<typeof seedArticles> = {
  "company-introduction": {
    title: "Ce qu’est Financial Links",
    html: `
      <p>Financial Links vous permet de prendre position sur la hausse ou la baisse d’un cours, pour la durée et le montant de votre choix. Vous voyez
      d’abord le maximum que vous pouvez perdre, et vous ne perdez jamais plus que ce montant.</p>
      ${companyVideo}
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
  "agreement-membership": {
    title: "Contrat d’adhésion",
    html: `
      <h2>1. Objet</h2>
      <p>Un compte permettant de prendre des positions fictives à effet de levier, et les relevés qui s’y rapportent. Lorsque la mention figurant sur les
      écrans où il est question d’argent indique que le marché est simulé, les soldes n’ont aucune valeur monétaire et ne peuvent pas être échangés
      contre de l’argent.</p>
      <h2>2. Votre compte</h2>
      <p>Chaque personne détient un seul compte. Son ouverture requiert un code d’invitation. Choisissez un mot de passe que vous n’utilisez nulle part
      ailleurs. Tout changement de mot de passe met fin à toutes les autres sessions.</p>
      <h2>3. Votre argent</h2>
      <p>Votre solde disponible est à vous&nbsp;: vous pouvez l’utiliser ou le retirer à tout moment. Les montants des contrats ouverts et les sommes en cours
      d’examen sont présentés à part. Aucuns frais, aucun score ni aucun paiement supplémentaire ne sont exigés avant un retrait&nbsp;; le coût propre à
      un réseau, lorsqu’il existe, est affiché au préalable et déduit du montant.</p>
      <h2>4. Corrections</h2>
      <p>Si un solde doit être corrigé, la correction fait l’objet d’une écriture distincte, assortie d’un motif et d’une référence que vous pouvez consulter.
      Les écritures antérieures ne sont jamais modifiées.</p>
      <h2>5. Départ</h2>
      <p>Vous pouvez arrêter à tout moment&nbsp;: clôturez vos contrats ou laissez-les arriver à échéance, effectuez un retrait, puis demandez au service
      client de fermer le compte.</p>`,
  },
  "agreement-contracts": {
    title: "Conditions des contrats",
    html: `
      <p>Dans les présentes conditions, <em>S</em> désigne le montant investi, <em>L</em> le levier, <em>E</em> le cours d’ouverture, <em>X</em> le cours de
      clôture, <em>c</em> le taux de commission, et <em>d</em> vaut +1 à la hausse et −1 à la baisse.</p>
      <h2>Résultat</h2>
      <table>
        <thead><tr><th scope="col">Grandeur</th><th scope="col">Calcul</th></tr></thead>
        <tbody>
          <tr><td>Résultat avant commission</td><td>S · L · d · (X − E) ÷ E</td></tr>
          <tr><td>Commission</td><td>c · S · L</td></tr>
          <tr><td>Résultat net</td><td>Résultat avant commission moins la commission, jamais inférieur à −S</td></tr>
          <tr><td>Remboursé</td><td>S plus le résultat net</td></tr>
        </tbody>
      </table>
      <p>Les montants sont calculés exactement et arrondis une seule fois, au kobo. Un demi-kobo est arrondi au voisin pair.</p>
      <h2>Ouverture et clôture</h2>
      <ul>
        <li>Ouverture&nbsp;: le premier cours qui suit l’acceptation de l’ordre.</li>
        <li>Clôture à l’échéance&nbsp;: le dernier cours à l’échéance ou avant celle-ci.</li>
        <li>Clôture anticipée&nbsp;: le premier cours qui suit l’acceptation de la demande de clôture.</li>
        <li>Stop-out&nbsp;: le premier cours qui atteint ou dépasse le cours de stop-out, indiqué sur la page de l’ordre.</li>
      </ul>
      <h2>Annulation</h2>
      <p>Un ordre est annulé, et la totalité du montant rendue, si aucun cours n’arrive dans le délai indiqué ou si l’ouverture devait être moins bonne que ne
      le permet votre tolérance.</p>`,
  },
  "agreement-privacy": {
    title: "Confidentialité",
    html: `
      <h2>Ce qui est conservé</h2>
      <ul>
        <li>Votre nom d’utilisateur, et votre mot de passe uniquement sous la forme d’une empreinte qui ne permet pas de le lire.</li>
        <li>Vos écritures, contrats, dépôts et retraits.</li>
        <li>Les numéros de carte bancaire, votre nom réel et le numéro de votre pièce d’identité, chiffrés. L’application affiche les numéros de carte et de
        pièce d’identité en masquant la plupart des caractères, y compris pour vous.</li>
        <li>Les images que vous envoyez comme justificatif ou pour la vérification d’identité. Elles sont redessinées sur le serveur, ce qui supprime les
        données cachées telles que le lieu de prise de vue. Elles ne peuvent être vues que par vous et par la personne qui les examine.</li>
      </ul>
      <h2>Ce qui n’est pas conservé</h2>
      <p>Ni identifiants publicitaires, ni contacts, ni localisation. L’application ne charge rien provenant d’autres sociétés.</p>
      <h2>Sur votre appareil</h2>
      <p>L’application tient un journal de ce que vous avez fait, afin qu’un rechargement ne perde rien. Les mots de passe, jetons, numéros de pièce d’identité,
      numéros de carte et images n’y figurent jamais.</p>`,
  },
  "help-login": {
    title: "Se connecter et s’inscrire",
    html: `
      <h2>Il vous faut un code d’invitation</h2>
      <p>Chaque membre en a un et peut le transmettre depuis <em>Inviter des amis</em>. Dans la démo, un code est affiché au démarrage du serveur.</p>
      <h2>Nom d’utilisateur et mot de passe</h2>
      <p>Un nom d’utilisateur compte de 3 à 32 lettres ou chiffres&nbsp;; des points, tirets et traits de soulignement peuvent suivre le premier caractère. Un
      mot de passe compte de 8 à 64 caractères, et ceux qui figurent dans toutes les listes de mots de passe devinés sont refusés.</p>
      <h2>Si vous n’arrivez pas à entrer</h2>
      <p>Un nom erroné et un mot de passe erroné reçoivent la même réponse, afin que personne ne puisse découvrir qui est membre. Après plusieurs essais
      infructueux, les réponses ralentissent pendant un moment. Votre compte n’est jamais bloqué.</p>`,
  },
  "help-forgot-password": {
    title: "Mot de passe oublié",
    html: `
      <p>Personne ne peut consulter votre mot de passe&nbsp;: seule son empreinte est conservée. Il n’existe pas non plus de réinitialisation par e-mail, car le
      service ne connaît pas votre adresse e-mail.</p>
      <p>Demandez un nouveau mot de passe avec le bouton ci-dessous en indiquant comment vous joindre. Une fois votre identité établie par le service client,
      vous recevez un code valable une seule fois, pendant une demi-heure. Il vous permet de définir un nouveau mot de passe, ce qui met fin à toutes les
      sessions. Personne ne vous demandera jamais votre ancien mot de passe, un code ou un paiement.</p>
      <p>Dans la démo, personne n’est de permanence&nbsp;: créez un nouveau compte avec le code affiché par le serveur.</p>`,
  },
  "help-prices": {
    title: "D’où viennent les cours",
    html: `
      <p>Le marché standard rejoue un historique publié, plus vite qu’il ne s’est déroulé&nbsp;: une journée de la démo dure une minute. La mention à l’écran
      indique la source.</p>
      <p>L’historique publié comporte une barre par jour ou par mois. Les mouvements à l’intérieur d’une barre sont calculés au hasard entre les véritables
      cours d’ouverture, plus haut, plus bas et cours de clôture, et sont signalés comme synthétiques partout où un graphique les montre.</p>
      <p>Un cours de plus de trois secondes est signalé comme ancien, et l’achat attend l’arrivée d’un nouveau cours.</p>`,
  },
  "help-deposits": {
    title: "Effectuer un dépôt",
    html: `
      <ol>
        <li>Choisissez un réseau. Son adresse s’affiche avec un code à scanner et un bouton pour la copier.</li>
        <li>Saisissez le montant et ajoutez une image du virement.</li>
        <li>Le dépôt est examiné. Vous trouverez son état, et le motif en cas de refus, dans l’historique des dépôts.</li>
      </ol>
      <p>Lorsque WeChat Pay ou Alipay figure sous « Autres moyens de paiement », vous payez sur la page du prestataire. Ni image ni vérification
      ne sont nécessaires : le montant est crédité dès que le prestataire le confirme.</p>
      <p>Dans la démo, <strong>n’envoyez rien</strong>&nbsp;: les adresses sont inventées et n’importe quelle image convient. L’examen se fait de lui-même au bout
      de quelques secondes. Il crédite chaque dépôt, sauf ceux dont le montant se termine par ,13, qu’il refuse pour que vous puissiez voir aussi ce
      cas.</p>`,
  },
  "help-withdrawals": {
    title: "Effectuer un retrait",
    html: `
      <p>Ajoutez d’abord une carte bancaire ou une adresse crypto. Une nouvelle destination est soumise au délai d’attente indiqué à côté d’elle avant de pouvoir
      servir&nbsp;; dans la démo, il n’y en a pas.</p>
      <p>L’écran affiche ce que vous recevrez avant votre confirmation&nbsp;: votre montant moins le coût propre au réseau, lorsqu’il existe. Pendant l’examen de
      la demande, le montant est réservé. En cas de refus, la totalité vous est rendue aussitôt, avec un motif.</p>
      <p>Aucuns frais, aucun impôt, aucun score ni aucun dépôt supplémentaire ne sont jamais nécessaires pour retirer. Si quelqu’un vous dit le contraire,
      c’est une fraude.</p>
      <p>Dans la démo, chaque retrait est payé, sauf ceux dont le montant se termine par ,13.</p>`,
  },
  "help-verification": {
    title: "Vérification d’identité et score de crédit",
    html: `
      <p>Pour la vérification, saisissez votre nom et le numéro de votre pièce d’identité et ajoutez une image du recto et une du verso. Dans la démo, utilisez
      <strong>des données inventées et n’importe quelle image</strong>. La démo refuse les numéros de pièce d’identité se terminant par 13 pour que vous
      puissiez voir ce cas.</p>
      <h2>Score de crédit</h2>
      <p>Le score commence à 500 points. Une identité vérifiée en ajoute 200. Chaque dépôt crédité en ajoute 10, chaque contrat terminé 2, gagné ou perdu, chaque
      semaine d’ancienneté 1&nbsp;; ces trois éléments s’arrêtent à 100. Les montants et les résultats ne comptent pas.</p>
      <p>Le score décrit votre compte. Il ne décide jamais si vous pouvez retirer.</p>`,
  },
}
