import type { aboutArticles } from "../about.ts"
import type { TranslationOf } from "../article.ts"

/** The sections of the home page in Spanish. */
export const aboutEs: TranslationOf<typeof aboutArticles> = {
  "company-introduction": {
    title: "Qué es Financial Links",
    html: `
      <p>Con Financial Links puede tomar posición sobre si un precio subirá o bajará, con el plazo y el importe que elija. Antes que nada verá lo máximo
      que puede perder, y nunca perderá más que ese importe.</p>
      <h2>Qué tiene delante</h2>
      <p>Salvo que el aviso situado en la parte superior de las pantallas con dinero indique otra cosa, <strong>esto es una simulación</strong>. Los
      precios reproducen un historial publicado, el dinero no es dinero y las direcciones de depósito no son de nadie. No envíe nunca a ellas nada de
      valor.</p>
      <h2>Cómo gana dinero el servicio</h2>
      <p>Un contrato paga una comisión sobre su exposición, es decir, sobre el importe invertido multiplicado por el apalancamiento. La pantalla de la
      orden la indica en nairas antes de que confirme. No se añade ningún diferencial al precio, y no se cobra nada por mantener un contrato ni por
      cerrarlo antes del vencimiento.</p>
      <h2>Por qué puede comprobar lo que hacemos</h2>
      <ul>
        <li>Cada cambio de su saldo es un apunte que puede consultar en los movimientos de la cuenta, con su motivo y con el contrato, el depósito o la
        retirada a que corresponde.</li>
        <li>Cada precio que decide un contrato es un eslabón de una cadena: cada eslabón contiene la huella del anterior, de modo que un precio no puede
        cambiarse más tarde sin romper la cadena.</li>
        <li>La regla que liquida un contrato es la misma en esta aplicación y en el servidor. La página de detalle de un contrato contiene todo lo
        necesario para volver a calcular su resultado.</li>
      </ul>`,
  },
  "corporate-culture": {
    title: "Cómo trabajamos",
    html: `
      <h2>Primero, el coste</h2>
      <p>La pantalla de la orden empieza por la mayor pérdida posible. Después vienen la comisión, el precio de equilibrio y el precio al que termina el
      contrato. Lo que podría ganar va al final.</p>
      <h2>Mostrar las dos mitades de una cifra</h2>
      <p>Una ganancia media se muestra siempre junto al porcentaje de contratos que perdieron. Ambas cifras se calculan a partir de contratos liquidados
      o, mientras haya demasiado pocos, a partir del historial publicado. Nadie las introduce a mano.</p>
      <h2>Dejar tranquilas a las personas</h2>
      <p>No hay cuentas atrás que empujen a operar, ni rachas, ni insignias, ni bonos con los que haya que operar antes de poder retirarlos.</p>
      <h2>Saberlo, o decir que no lo sabemos</h2>
      <p>Si la conexión se corta en mitad de una orden, la aplicación no adivina. Dice que lo está comprobando y pregunta al servidor hasta tener una
      respuesta.</p>
      <h2>Las decisiones tienen nombre</h2>
      <p>Cuando una persona decide sobre un depósito, una retirada o una verificación de identidad, queda registrado quién decidió y por qué, y a usted
      se le muestra el motivo.</p>`,
  },
  "team-awards": {
    title: "Premios y reconocimientos",
    html: `
      <p>No tenemos ninguno que mostrar. Una página como esta suele llenarse de logotipos que nadie puede verificar, así que preferimos dejarla vacía.</p>
      <h2>Con qué nos gustaría que se nos midiera</h2>
      <ul>
        <li><strong>Liquidaciones que se pueden repetir.</strong> Tome cualquier contrato finalizado, vuelva a calcularlo a partir de los precios
        registrados y compárelo hasta el último kobo.</li>
        <li><strong>Unas cuentas que cuadran.</strong> La suma de todos los apuntes es cero en todo momento, en cada transacción.</li>
        <li><strong>Una decisión, un efecto.</strong> Un doble toque, una conexión perdida o una recarga nunca compran, depositan ni retiran dos
        veces.</li>
        <li><strong>Retiradas sin condiciones.</strong> Ninguna puntuación, comisión ni depósito adicional se interpone entre usted y su saldo
        disponible.</li>
      </ul>
      <p>Si algún día un organismo independiente examina estas afirmaciones, aquí se enlazará su informe, incluido lo que critique.</p>`,
  },
  "risk-protection": {
    title: "Los riesgos y qué le protege",
    html: `
      <p><strong>Los contratos con apalancamiento son arriesgados. La mayoría de las personas que operan con ellos a menudo pierden dinero.</strong>
      Utilice solo lo que pueda permitirse perder por completo.</p>
      <h2>Qué hace el apalancamiento</h2>
      <p>Con un apalancamiento de 5, un precio que se mueve un 2&nbsp;% en su contra cuesta un 10&nbsp;% del importe invertido, y a ello se suma la
      comisión. Lo mismo vale en la dirección contraria, y por eso resulta tentador.</p>
      <h2>Qué le protege</h2>
      <ul>
        <li><strong>La pérdida tiene un tope.</strong> Un contrato termina en su precio de stop out. Pase lo que pase entre dos precios, su pérdida nunca
        supera el importe invertido y su saldo nunca baja de cero.</li>
        <li><strong>La entrada no se puede elegir.</strong> Un contrato se abre al primer precio posterior a la aceptación de su orden. Ni usted ni
        nosotros podemos conocerlo de antemano. Si no llega ningún precio a tiempo, la orden se cancela y se devuelve todo el importe.</li>
        <li><strong>Sus límites se respetan.</strong> Puede fijar cuánto peor que el precio mostrado puede ser la entrada, un precio para recoger
        ganancias y otro para frenar pérdidas.</li>
        <li><strong>Los destinos nuevos esperan.</strong> No se puede pagar de inmediato a una tarjeta bancaria o una dirección recién añadida; así, un
        desconocido que se haga con su teléfono no puede vaciar su cuenta en un minuto.</li>
      </ul>
      <h2>Qué no le protege</h2>
      <p>Un stop loss se activa por un precio y se ejecuta a ese precio, que puede ser peor que el que usted fijó cuando el mercado da un salto. Los
      resultados pasados no dicen nada fiable sobre los futuros. Esta simulación no está cubierta por ningún fondo de garantía de depósitos.</p>`,
  },
}
