import type { TranslationOf } from "../article.ts"
import type { helpArticles } from "../help.ts"

/** The help articles in Spanish. */
export const helpEs: TranslationOf<typeof helpArticles> = {
  "help-login": {
    title: "Iniciar sesión y registrarse",
    html: `
      <h2>Necesita un código de invitación</h2>
      <p>Cada miembro tiene uno y puede compartirlo en <em>Invitar a amigos</em>. En la demostración, el servidor muestra uno al arrancar.</p>
      <h2>Nombre de usuario y contraseña</h2>
      <p>Un nombre de usuario tiene de 3 a 32 letras o cifras; después del primer carácter puede llevar puntos, guiones y guiones bajos. Una contraseña
      tiene de 8 a 64 caracteres, y se rechazan las que figuran en todas las listas de contraseñas adivinadas.</p>
      <h2>Si no puede entrar</h2>
      <p>Un nombre equivocado y una contraseña equivocada reciben la misma respuesta, para que nadie pueda averiguar quién es miembro. Tras varios intentos
      fallidos, las respuestas se vuelven más lentas durante un rato. Su cuenta nunca se bloquea.</p>`,
  },
  "help-forgot-password": {
    title: "Contraseña olvidada",
    html: `
      <p>Nadie puede consultar su contraseña: solo se guarda un hash de ella. Tampoco puede restablecerse por correo electrónico, porque el servicio no
      conoce su dirección.</p>
      <p>Pida una contraseña nueva con el botón de abajo e indique cómo contactar con usted. Cuando atención al cliente haya comprobado que es usted,
      recibirá un código válido una sola vez y durante media hora. Con él establece una contraseña nueva, con lo que se cierran todas las sesiones. Nadie le
      pedirá nunca su contraseña anterior, un código ni un pago.</p>
      <p>En la demostración no hay nadie de guardia: registre una cuenta nueva con el código que mostró el servidor.</p>`,
  },
  "help-prices": {
    title: "De dónde vienen los precios",
    html: `
      <p>El mercado habitual reproduce un historial publicado, más deprisa de lo que ocurrió: un día de la demostración dura un minuto. El aviso de la
      pantalla indica la fuente.</p>
      <p>El historial publicado tiene una barra por día o por mes. Los movimientos dentro de una barra se calculan al azar entre sus verdaderos precios de
      apertura, máximo, mínimo y cierre, y se marcan como sintéticos dondequiera que un gráfico los muestre.</p>
      <p>Un precio de más de tres segundos se marca como antiguo, y la compra espera hasta que llegue uno nuevo.</p>`,
  },
  "help-deposits": {
    title: "Hacer un depósito",
    html: `
      <ol>
        <li>Elija una red. Aparece su dirección con un código para escanear y un botón para copiarla.</li>
        <li>Introduzca el importe y añada una imagen de la transferencia.</li>
        <li>El depósito se revisa. Encontrará su estado, y el motivo si se rechaza, en el registro de depósitos.</li>
      </ol>
      <p>En la demostración <strong>no envíe nada</strong>: las direcciones son inventadas y sirve cualquier imagen. La revisión decide por sí sola al cabo de
      unos segundos. Abona todos los depósitos salvo aquellos cuyo importe termina en ,13, que rechaza para que pueda ver también ese desenlace.</p>`,
  },
  "help-withdrawals": {
    title: "Retirar dinero",
    html: `
      <p>Añada primero una tarjeta bancaria o una dirección de criptomonedas. Un destino nuevo tiene un periodo de espera, indicado a su lado, antes de poder
      usarse; en la demostración no lo tiene.</p>
      <p>La pantalla muestra lo que recibirá antes de que confirme: su importe menos el coste propio de la red, cuando lo hay. Mientras se revisa la
      solicitud, el importe queda reservado. Si se rechaza, se le devuelve todo de inmediato, con un motivo.</p>
      <p>Para retirar nunca hace falta una comisión, un impuesto, una puntuación ni otro depósito. Si alguien le dice lo contrario, es un fraude.</p>
      <p>En la demostración se pagan todas las retiradas salvo aquellas cuyo importe termina en ,13.</p>`,
  },
  "help-verification": {
    title: "Verificación de identidad y puntuación de crédito",
    html: `
      <p>Para la verificación, introduzca su nombre y su número de documento y añada una imagen del anverso y otra del reverso. En la demostración utilice
      <strong>datos inventados y cualquier imagen</strong>. La demostración rechaza los números de documento terminados en 13 para que pueda ver ese
      desenlace.</p>
      <h2>Puntuación de crédito</h2>
      <p>La puntuación empieza en 500 puntos. Una identidad verificada suma 200. Cada depósito abonado suma 10, cada contrato finalizado 2, gane o pierda, y
      cada semana de antigüedad 1; estos tres conceptos se detienen en 100. Los importes y los resultados no cuentan.</p>
      <p>La puntuación describe su cuenta. Nunca decide si puede retirar.</p>`,
  },
}
