/** The company whose tenant the demo makes: it sells software that books desks and rooms. */

export const BRAND = {
  key: 'deskhaven',
  name: 'Deskhaven',
  legalName: 'Deskhaven Ltd.',
  address: '4 Quay Street\nBristol',
  accentColor: '#1d4ed8',
  groundColor: '#ffffff',
  textColor: '#0f172a',
  typeface: 'inter',
  corners: 'round',
  language: 'en',
};

/** A question that visitors ask, and the entry that answers it. */
export const TOPICS: readonly { title: string; entries: readonly string[] }[] = [
  {
    title: 'Plans and prices',
    entries: [
      'What does it cost?\nThe team plan costs **4 euros a month for each desk**. Rooms are included. There is no fee for setup.',
      'Is there a free trial?\nYes. You can try everything for 30 days, without a credit card.',
      'Do you have a discount for charities?\nCharities and schools pay half the price of the team plan.',
    ],
  },
  {
    title: 'Getting started',
    entries: [
      'How long does the setup take?\nMost offices book their first desk on the same day. You upload a floor plan, and we mark the desks.',
      'Can we import our spreadsheet?\nYes. The import takes a spreadsheet with names, desks and days, and shows what it does not understand.',
      'Does it work with our calendar?\nRooms are booked from Outlook and Google Calendar, and a cancelled meeting frees its room.',
    ],
  },
  {
    title: 'Security',
    entries: [
      'Where is our data stored?\nIn two data centres in Frankfurt. Backups are encrypted and kept for 30 days.',
      'Do you support single sign-on?\nYes, with SAML and OpenID Connect, on every plan.',
    ],
  },
];

/** What visitors ask. Nothing answers the last ones. A question that is listed earlier is asked more often. */
export const QUESTIONS = [
  'What does it cost?',
  'Is there a free trial?',
  'Does it work with our calendar?',
  'How long does the setup take?',
  'Can we import our spreadsheet?',
  'Do you support single sign-on?',
  'Where is our data stored?',
  'Do you have a discount for charities?',
  'Can visitors book parking spaces?',
  'Is there an app for iPads at the door?',
  'Do you integrate with Slack?',
];

const EMAIL = { name: 'email', type: 'email', label: 'Your work email', required: true };

export const FORMS = [
  {
    name: 'Book a demo',
    fields: [
      EMAIL,
      {
        ...{ name: 'size', type: 'choice', label: 'How many desks do you have?', required: true },
        options: ['1 to 20', '21 to 100', '101 to 500', 'More'],
      },
      { name: 'message', type: 'text', label: 'What should we show you?', required: false, maxLength: 2000 },
    ],
    thankYouText: 'Thank you. We will call you within one working day.',
  },
  {
    name: 'Start a trial',
    fields: [
      EMAIL,
      { name: 'company', type: 'text', label: 'Your company', required: false, maxLength: 200 },
    ],
    thankYouText: 'Look into your inbox: your office is ready.',
  },
] as const;

export const MESSAGES = [
  'We have two floors and a lot of hybrid teams.',
  'Rooms first, desks later.',
  'How do you handle visitors without an account?',
  'We would move from a spreadsheet.',
];

export interface DemoPage {
  name: string;
  path: string;
  /** In days after the first one. */
  launchedOn: number;
  pageType: string;
  language: string;
  title: string;
  description: string;
  body: string;
  /** The number of its form in `FORMS`. */
  form: number;
  /** Its share of the visits once it is published. */
  weight: number;
  /** Days on which a newsletter leads to it, counted from its launch. */
  newsletters?: readonly number[];
}

/** Its audiences are single persons, each with a link of its own. */
export const PROPOSAL: DemoPage = {
  ...{
    name: 'Proposal after a call',
    path: '/for',
    launchedOn: 20,
    pageType: 'call_followup',
    language: 'en',
  },
  title: 'Your office with Deskhaven',
  description: 'What we talked about, and what happens next.',
  body: '## What we talked about\n\nYou want desks that people can book from their phones, and rooms that are free when nobody shows up.\n\n## Next steps\n\n1. You send us a floor plan.\n2. We mark the desks within two days.\n3. Your first team starts on a Monday.',
  ...{ form: 0, weight: 0 },
};

export const PAGES: readonly DemoPage[] = [
  {
    ...{ name: 'Home', path: '/', launchedOn: 0, pageType: 'inbound', language: 'en', form: 1, weight: 10 },
    title: 'The desk that waits for you',
    description: 'Deskhaven books desks and rooms for hybrid offices.',
    body: '## An office that knows who is coming\n\nPeople book a desk beside their team in **ten seconds**, and rooms that nobody uses become free again.\n\n- Floor plans instead of lists\n- Works with your calendar\n- No app to install',
  },
  {
    ...{
      name: 'Prices',
      path: '/prices',
      launchedOn: 0,
      pageType: 'inbound',
      language: 'en',
      form: 1,
      weight: 6,
    },
    title: 'One price for each desk',
    description: 'Four euros a month for each desk. Rooms are included.',
    body: '## Four euros a desk\n\nYou pay for desks, not for people. Rooms, parking and single sign-on are **included**.\n\nCharities and schools pay half.',
  },
  {
    ...{
      name: 'Meeting rooms',
      path: '/rooms',
      launchedOn: 45,
      pageType: 'inbound',
      language: 'en',
      form: 0,
      weight: 5,
    },
    title: 'Rooms that are free when they look free',
    description: 'A room becomes free again if nobody shows up for ten minutes.',
    body: '## No more empty booked rooms\n\nA sensor or a tap on the door tells that a meeting has begun. After ten minutes without it, the room is free.\n\n- Outlook and Google Calendar\n- Screens at the door, if you want them',
  },
  {
    ...{
      name: 'Leaving the spreadsheet',
      path: '/spreadsheet',
      launchedOn: 90,
      pageType: 'outbound',
      language: 'en',
    },
    ...{ form: 0, weight: 4, newsletters: [0, 60] },
    title: 'Your spreadsheet has done its duty',
    description: 'Import names, desks and days, and start on Monday.',
    body: '## From a spreadsheet to a floor plan\n\nThe import shows **what it understands** and asks about the rest. Most offices finish it before lunch.',
  },
  {
    ...{
      name: 'Für Coworking-Häuser',
      path: '/de/coworking',
      launchedOn: 130,
      pageType: 'custom',
      language: 'de',
    },
    ...{ form: 0, weight: 4 },
    title: 'Plätze, die sich selbst verwalten',
    description: 'Deskhaven für Coworking-Häuser: Tagesgäste, Räume und Rechnungen.',
    body: '## Tagesgäste ohne Empfang\n\nGäste buchen und bezahlen ihren Platz am Telefon. Sie sehen am Abend, **wer da war**.',
  },
  {
    ...{ name: 'Summer offer', path: '/summer', launchedOn: 200, pageType: 'outbound', language: 'en' },
    ...{ form: 1, weight: 3, newsletters: [0, 14, 28] },
    title: 'Two months for one',
    description: 'Start before the end of summer and get a month free.',
    body: '## A quiet month is a good month to move\n\nStart your trial this summer. The **second month is free**, and we import your desks for you.',
  },
  {
    ...{ name: 'For partners', path: '/partners', launchedOn: 260, pageType: 'sales_deck', language: 'en' },
    ...{ form: 0, weight: 2 },
    title: 'Sell what your customers ask for',
    description: 'A fifth of the revenue for as long as the customer stays.',
    body: '## Why partners sell Deskhaven\n\nFit-out firms and IT houses are asked for it anyway.\n\n- 20 % of the revenue\n- We do the support',
  },
];

export const ACTIONS = [
  {
    ...{ actionId: 'talk', purpose: 'See it on your own floor plan', buttonTitle: 'Talk to us' },
    ...{ actionType: 'submit_form', url: '' },
  },
  {
    ...{ actionId: 'tour', purpose: 'Three minutes, without sound', buttonTitle: 'Watch the tour' },
    ...{ actionType: 'open_url', url: 'https://deskhaven.example/tour' },
  },
];
