import type { Words } from './words.js';

export const es: Words = {
  back: 'Volver a la página',
  greeting: { name: 'Para {name}', company: 'Para {name} de {company}' },
  video: 'Vídeo',
  links: 'Enlaces',
  copied: 'Copiado',
  slides: {
    previous: 'Diapositiva anterior',
    next: 'Diapositiva siguiente',
    position: 'Diapositiva {number} de {count}',
  },
  form: {
    email: 'Correo electrónico',
    optional: '(opcional)',
    thanks: 'Gracias. Hemos recibido lo que nos ha enviado.',
  },
  faults: {
    too_quick: 'Ha sido muy rápido. Envíe el formulario de nuevo, por favor.',
    email_missing: 'Introduzca su dirección de correo electrónico.',
    phone_missing: 'Introduzca su número de teléfono.',
    linkedin_missing: 'Introduzca la dirección de su perfil de LinkedIn.',
    text_missing: 'Rellene este campo, por favor.',
    choice_missing: 'Elija una opción, por favor.',
    consent_missing: 'Marque esta casilla, por favor.',
    wrong_email: 'Introduzca una dirección de correo electrónico, por ejemplo {example}.',
    wrong_phone: 'Introduzca el número con el prefijo del país, por ejemplo {example}.',
    wrong_linkedin: 'Introduzca la dirección de un perfil, por ejemplo {example}.',
    wrong_choice: 'Elija una de las opciones, por favor.',
    too_short: {
      one: 'Escriba al menos {count} carácter.',
      other: 'Escriba al menos {count} caracteres.',
    },
    too_long: {
      one: 'Escriba como máximo {count} carácter; ahora hay {length}.',
      other: 'Escriba como máximo {count} caracteres; ahora hay {length}.',
    },
  },
  question: {
    label: 'Haga una pregunta',
    ask: 'Preguntar',
    missing: 'Escriba una pregunta, por favor.',
    tooLong: {
      one: 'Una pregunta puede tener como máximo {count} carácter. Acórtela, por favor.',
      other: 'Una pregunta puede tener como máximo {count} caracteres. Acórtela, por favor.',
    },
    noAnswer: 'Todavía no hay respuesta a esta pregunta. Su pregunta se ha guardado.',
    tooManyOfVisit: 'Ha hecho muchas preguntas. Vuelva {when}, por favor.',
    tooMany: 'Se han hecho demasiadas preguntas. Inténtelo de nuevo {when}.',
  },
  notices: {
    notFound: { title: 'Página no encontrada', text: 'No hay ninguna página en esta dirección.' },
    unknownHost: { title: 'Página no encontrada', text: 'No hay ningún sitio con este nombre.' },
    gone: { title: 'Esta página ya no existe', text: 'La página de esta dirección se ha eliminado.' },
    notReady: { title: 'Esta página se está preparando', text: 'Inténtelo de nuevo {when}.' },
    wrongMethod: { title: 'Esto no es posible aquí', text: 'Las páginas solo se pueden abrir.' },
    tooManyVisits: {
      title: 'Espere un momento, por favor',
      text: 'Han llegado demasiadas solicitudes desde su dirección. Inténtelo de nuevo {when}.',
    },
    tooManyForms: {
      title: 'Espere un momento, por favor',
      text: 'Se han enviado demasiados formularios. Inténtelo de nuevo {when}.',
    },
    tooManyPreviews: {
      title: 'Espere un momento, por favor',
      text: 'Se han abierto demasiadas vistas previas. Inténtelo de nuevo {when}.',
    },
    busy: { title: 'Inténtelo de nuevo', text: 'El sitio está sobrecargado o en mantenimiento.' },
    failed: { title: 'Algo ha salido mal', text: 'Se ha producido un error por nuestra parte.' },
    invalidUrl: {
      title: 'Este enlace no es válido',
      text: 'Compruebe que lo ha copiado por completo.',
    },
    expiredUrl: {
      title: 'Este enlace ha caducado',
      text: 'Abra la página de nuevo o pida un enlace nuevo.',
    },
    tooLarge: { title: 'Es demasiado largo', text: 'Acorte lo que ha escrito, por favor.' },
    malformed: { title: 'Esto no es posible', text: 'La dirección o la solicitud es incorrecta.' },
    refused: { title: 'Esto no es posible', text: 'El sitio no ha aceptado la solicitud.' },
  },
};
