import type { agreementArticles } from "../agreements.ts"
import type { TranslationOf } from "../article.ts"

/** What a member agrees to, in French. */
export const agreementsFr: TranslationOf<typeof agreementArticles> = {
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
}
