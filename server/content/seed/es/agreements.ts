import type { agreementArticles } from "../agreements.ts"
import type { TranslationOf } from "../article.ts"

/** What a member agrees to, in Spanish. */
export const agreementsEs: TranslationOf<typeof agreementArticles> = {
  "agreement-membership": {
    title: "Contrato de adhesión",
    html: `
      <h2>1. Objeto</h2>
      <p>Una cuenta con la que puede tomar posiciones apalancadas simuladas, y los registros correspondientes. Cuando el aviso de las pantallas con dinero
      indica que el mercado es simulado, los saldos no tienen valor monetario y no pueden canjearse por dinero.</p>
      <h2>2. Su cuenta</h2>
      <p>Cada persona tiene una sola cuenta. Para abrirla necesita un código de invitación. Elija una contraseña que no utilice en ningún otro sitio. Al
      cambiar la contraseña se cierran todas las demás sesiones.</p>
      <h2>3. Su dinero</h2>
      <p>Puede utilizar o retirar su saldo disponible en cualquier momento. Los importes de los contratos abiertos y las cantidades en revisión se muestran
      aparte. Antes de una retirada no se exige ninguna comisión, puntuación ni pago adicional; el coste propio de una red, cuando lo hay, se indica
      de antemano y se descuenta del importe.</p>
      <h2>4. Correcciones</h2>
      <p>Si hay que corregir un saldo, la corrección es un apunte independiente, con un motivo y una referencia que puede consultar. Los apuntes anteriores
      nunca se modifican.</p>
      <h2>5. Baja</h2>
      <p>Puede dejarlo en cualquier momento: cierre sus contratos o deje que terminen, retire el dinero y pida a atención al cliente que cierre la
      cuenta.</p>`,
  },
  "agreement-contracts": {
    title: "Condiciones de los contratos",
    html: `
      <p>En estas condiciones, <em>S</em> es el importe invertido, <em>L</em> el apalancamiento, <em>E</em> el precio de apertura, <em>X</em> el precio de
      cierre, <em>c</em> el tipo de comisión, y <em>d</em> es +1 al alza y −1 a la baja.</p>
      <h2>Resultado</h2>
      <table>
        <thead><tr><th scope="col">Concepto</th><th scope="col">Cómo se obtiene</th></tr></thead>
        <tbody>
          <tr><td>Resultado antes de la comisión</td><td>S · L · d · (X − E) ÷ E</td></tr>
          <tr><td>Comisión</td><td>c · S · L</td></tr>
          <tr><td>Resultado neto</td><td>Resultado antes de la comisión menos la comisión, y nunca inferior a −S</td></tr>
          <tr><td>Devuelto</td><td>S más el resultado neto</td></tr>
        </tbody>
      </table>
      <p>Los importes se calculan con exactitud y se redondean una sola vez, al kobo. Medio kobo se redondea al vecino par.</p>
      <h2>Apertura y cierre</h2>
      <ul>
        <li>Apertura: el primer precio posterior a la aceptación de la orden.</li>
        <li>Cierre al final del plazo: el último precio en el momento del final o antes.</li>
        <li>Cierre anticipado: el primer precio posterior a la aceptación de la solicitud de cierre.</li>
        <li>Stop out: el primer precio que alcanza o rebasa el precio de stop out, que la pantalla de la orden indica.</li>
      </ul>
      <h2>Cancelación</h2>
      <p>Una orden se cancela, y se devuelve todo el importe, cuando no llega ningún precio en el tiempo indicado o cuando la apertura sería peor que la
      tolerancia que usted permitió.</p>`,
  },
  "agreement-privacy": {
    title: "Privacidad",
    html: `
      <h2>Qué se guarda</h2>
      <ul>
        <li>Su nombre de usuario, y su contraseña solo en forma de un hash del que no puede leerse.</li>
        <li>Sus apuntes, contratos, depósitos y retiradas.</li>
        <li>Los números de tarjeta bancaria, su nombre real y su número de documento de identidad, cifrados. La aplicación muestra los números de tarjeta y
        de documento con la mayoría de los caracteres ocultos, también a usted.</li>
        <li>Las imágenes que sube como justificante o para la verificación de identidad. Se redibujan en el servidor, de modo que desaparecen los datos
        ocultos, como el lugar donde se tomó una foto. Solo pueden verlas usted y la persona que las revisa.</li>
      </ul>
      <h2>Qué no se guarda</h2>
      <p>Ni identificadores publicitarios, ni contactos, ni ubicación. La aplicación no carga nada de otras empresas.</p>
      <h2>En su dispositivo</h2>
      <p>La aplicación lleva un diario de lo que usted ha hecho, para que una recarga no pierda nada. En él nunca figuran contraseñas, tokens, números de
      documento, números de tarjeta ni imágenes.</p>`,
  },
}
