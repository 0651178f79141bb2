import { companyVideo, type seedArticles, type TranslationOf } from "./articles.ts"

/** The seed articles in Spanish. */
export const articlesEs: TranslationOf<typeof seedArticles> = {
  "company-introduction": {
    title: "Qué es Financial Links",
    html: `
      <p>Con Financial Links puede tomar posición sobre si un precio subirá o bajará, con el plazo y el importe que elija. Antes que nada verá lo máximo
      que puede perder, y nunca perderá más que ese importe.</p>
      ${companyVideo}
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
      <p>Donde se ofrezca WeChat Pay o Alipay en «Otras formas de pago», se paga en la página del proveedor. No hacen falta imagen ni revisión: el
      importe se abona en cuanto el proveedor lo confirma.</p>
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
