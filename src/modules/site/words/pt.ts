import type { Words } from './words.js';

export const pt: Words = {
  back: 'Voltar à página',
  greeting: { name: 'Para {name}', company: 'Para {name}, de {company}' },
  video: 'Vídeo',
  links: 'Links',
  copied: 'Copiado',
  slides: {
    previous: 'Slide anterior',
    next: 'Próximo slide',
    position: 'Slide {number} de {count}',
  },
  form: {
    email: 'E-mail',
    optional: '(opcional)',
    thanks: 'Obrigado. Recebemos o que você enviou.',
  },
  faults: {
    too_quick: 'Foi muito rápido. Por favor, envie o formulário novamente.',
    email_missing: 'Por favor, informe seu endereço de e-mail.',
    phone_missing: 'Por favor, informe seu número de telefone.',
    linkedin_missing: 'Por favor, informe o endereço do seu perfil do LinkedIn.',
    text_missing: 'Por favor, preencha este campo.',
    choice_missing: 'Por favor, escolha uma opção.',
    consent_missing: 'Por favor, marque esta caixa.',
    wrong_email: 'Por favor, informe um endereço de e-mail, por exemplo {example}.',
    wrong_phone: 'Por favor, informe o número com o código do país, por exemplo {example}.',
    wrong_linkedin: 'Por favor, informe o endereço de um perfil, por exemplo {example}.',
    wrong_choice: 'Por favor, escolha uma das opções.',
    too_short: {
      one: 'Por favor, escreva pelo menos {count} caractere.',
      other: 'Por favor, escreva pelo menos {count} caracteres.',
    },
    too_long: {
      one: 'Por favor, escreva no máximo {count} caractere; agora são {length}.',
      other: 'Por favor, escreva no máximo {count} caracteres; agora são {length}.',
    },
  },
  question: {
    label: 'Faça uma pergunta',
    ask: 'Perguntar',
    missing: 'Por favor, escreva uma pergunta.',
    tooLong: {
      one: 'Uma pergunta pode ter no máximo {count} caractere. Por favor, encurte-a.',
      other: 'Uma pergunta pode ter no máximo {count} caracteres. Por favor, encurte-a.',
    },
    noAnswer: 'Ainda não há resposta para esta pergunta. Sua pergunta foi salva.',
    tooManyOfVisit: 'Você fez muitas perguntas. Por favor, volte {when}.',
    tooMany: 'Foram feitas perguntas demais. Por favor, tente novamente {when}.',
  },
  notices: {
    notFound: { title: 'Página não encontrada', text: 'Não há nenhuma página neste endereço.' },
    unknownHost: { title: 'Página não encontrada', text: 'Não há nenhum site com este nome.' },
    gone: { title: 'Esta página não existe mais', text: 'A página neste endereço foi removida.' },
    notReady: { title: 'Esta página está sendo preparada', text: 'Por favor, tente novamente {when}.' },
    wrongMethod: { title: 'Isto não é possível aqui', text: 'As páginas só podem ser abertas.' },
    tooManyVisits: {
      title: 'Por favor, aguarde um momento',
      text: 'Chegaram solicitações demais do seu endereço. Por favor, tente novamente {when}.',
    },
    tooManyForms: {
      title: 'Por favor, aguarde um momento',
      text: 'Foram enviados formulários demais agora há pouco. Por favor, tente novamente {when}.',
    },
    tooManyPreviews: {
      title: 'Por favor, aguarde um momento',
      text: 'Foram abertas prévias demais agora há pouco. Por favor, tente novamente {when}.',
    },
    busy: { title: 'Por favor, tente novamente', text: 'O site está sobrecarregado ou em manutenção.' },
    failed: { title: 'Algo deu errado', text: 'Ocorreu um erro do nosso lado.' },
    invalidUrl: {
      title: 'Este link não é válido',
      text: 'Por favor, verifique se você o copiou por inteiro.',
    },
    expiredUrl: {
      title: 'Este link expirou',
      text: 'Por favor, abra a página novamente ou peça um novo link.',
    },
    tooLarge: { title: 'É longo demais', text: 'Por favor, encurte o que você escreveu.' },
    malformed: { title: 'Isto não é possível', text: 'O endereço ou a solicitação está incorreta.' },
    refused: { title: 'Isto não é possível', text: 'O site não aceitou a solicitação.' },
  },
};
