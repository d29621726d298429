import { showcaseTopicId } from '../../topics/index.js';
import { logos, markdownPicture, openUrlAction, picture, type ShowcaseContent } from './parts.js';

export const salesDeck: ShowcaseContent = {
  name: 'Acme in ten minutes',
  pageContext: 'For the first meeting, on a screen.',
  pageType: 'sales_deck',
  language: 'en',
  metadata: {
    title: 'The power plant above your machines',
    description: 'How 412 workshops make their own power, and what it would mean for yours.',
    ogSiteName: 'Acme',
  },
  coverImage: {
    ...picture('valley', 'A workshop with solar panels on its roof, below green mountains'),
    focus: { x: 0.5, y: 0.7 },
  },
  topicIds: [showcaseTopicId('en')],
  headerActionId: 'visit',
  actions: [
    openUrlAction('visit', { purpose: 'We measure your roof, free of charge', buttonTitle: 'Choose a date' }),
    openUrlAction('prices', { purpose: 'Prices of 40 roofs that we built', buttonTitle: 'See the prices' }),
    openUrlAction('contract', { purpose: 'The contract, in plain words', buttonTitle: 'Read it' }),
  ],
  actionCardWidgets: [
    logos('They run on their own roof', [
      ['vogel', 'Vogel'],
      ['hearth', 'Hearth'],
      ['kiln', 'Kiln & Co'],
      ['tidal', 'Tidal'],
    ]),
  ],
  body: [
    '## Power costs twice what it did in 2019',
    'For a workshop with twelve people that is 1,200 euros more each month. The roof above it could earn them back: it is large, it is empty, and it works **when you work**.',
    '- 412 roofs since 2014\n- 38 megawatts\n- 98.6% of the yield that we promised',
  ].join('\n\n'),
  blocks: [
    {
      type: 'text',
      title: 'A day in June',
      text: `${markdownPicture('chart', 'A curve of the yield of a roof above the use of a workshop, from morning to evening')}\n\nGreen: what you no longer buy. Yellow: what you sell.`,
    },
    {
      type: 'picture_text',
      picture: picture('plan', 'A plan of a roof with two fields of panels'),
      pictureSide: 'start',
      title: 'Planned to the centimetre',
      text: 'Skylights, chimneys and the shade of the neighbour are in the plan **before** we quote a price.',
    },
    {
      type: 'steps',
      title: 'Twelve weeks',
      steps: [
        { title: 'Survey', text: 'Two hours, with a drone.' },
        { title: 'Permits', text: 'Eight weeks, and our work.' },
        { title: 'Roof', text: 'Five days. Your machines run.' },
      ],
    },
    {
      type: 'quote',
      quote: 'The saws run on the roof until four in the afternoon.',
      name: 'Tom Brandt',
      role: 'Owner of Brandt Joinery',
      portrait: picture('tom', ''),
    },
    {
      type: 'picture',
      picture: picture('crew', 'A person with a yellow helmet mounts solar panels on a roof'),
      caption: 'Our own crews: 64 people, no subcontractors.',
    },
  ],
};
