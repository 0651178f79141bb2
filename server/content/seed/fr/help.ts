import type { TranslationOf } from "../article.ts"
import type { helpArticles } from "../help.ts"

/** The help articles in French. */
export const helpFr: TranslationOf<typeof helpArticles> = {
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
