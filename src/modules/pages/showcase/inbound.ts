import { showcaseTopicId } from '../../topics/index.js';
import { exampleId } from '../../../shared/kernel/example-ids.js';
import { logos, markdownPicture, openUrlAction, picture, type ShowcaseContent } from './parts.js';

const FORM = 3;

export const inbound: ShowcaseContent = {
  name: 'Solar roofs for workshops',
  pageContext: 'For owners of workshops who compare offers. Facts before adjectives.',
  pageType: 'inbound',
  language: 'en',
  metadata: {
    title: 'Your roof can run your machines',
    description:
      'Acme plans, builds and looks after solar roofs for workshops. Most of our customers pay a third less for power from the first month.',
    ogSiteName: 'Acme',
  },
  coverImage: {
    ...picture('valley', 'A workshop with solar panels on its roof, below green mountains'),
    focus: { x: 0.5, y: 0.7 },
  },
  topicIds: [showcaseTopicId('en')],
  defaultFormId: exampleId('form', FORM),
  headerActionId: 'prices',
  actions: [
    {
      actionId: 'survey',
      purpose: 'See what your own roof can do',
      buttonTitle: 'Ask for a survey',
      actionType: 'submit_form',
      url: 'https://acme.example/survey',
    },
    openUrlAction('prices', { purpose: 'Prices of 40 roofs that we built', buttonTitle: 'See the prices' }),
    {
      actionId: 'code',
      purpose: 'A free survey until the end of March',
      buttonTitle: 'Copy the code',
      actionType: 'copy_text',
      url: 'SPRING-ROOF',
    },
  ],
  actionCardWidgets: [
    logos('412 workshops run on their own roof', [
      ['vogel', 'Vogel'],
      ['hearth', 'Hearth'],
      ['kiln', 'Kiln & Co'],
      ['tidal', 'Tidal'],
    ]),
  ],
  body: [
    '## Power when your machines need it',
    'A workshop works while the sun shines. So a roof of 600 square metres covers **62%** of what a joinery with twelve people uses, without a battery and without anybody changing a shift.',
    markdownPicture(
      'chart',
      'A curve of the yield of a roof above the use of a workshop, from morning to evening',
    ),
    'Green is power that you no longer buy. Yellow is what you sell, or keep for the evening.',
    '- **One contract** for planning, permits, installation and twenty years of care\n- **No downtime**: the crew works above your heads, and your machines keep running\n- **A yield that we guarantee**, and pay for if the roof falls short',
  ].join('\n\n'),
  blocks: [
    {
      type: 'steps',
      title: 'From the first call to the first kilowatt-hour',
      steps: [
        {
          title: 'Survey',
          text: 'We measure the roof with a drone and check its structure. It takes **two hours**.',
        },
        { title: 'Plan', text: 'You get a plan, a fixed price and the yield of each month.' },
        { title: 'Build', text: 'Four to six days on the roof, and one hour without power.' },
        { title: 'Care', text: 'We watch each panel and repair it before you notice.' },
      ],
    },
    {
      type: 'picture_text',
      picture: picture('plan', 'A plan of a roof with two fields of panels'),
      pictureSide: 'end',
      title: 'Planned to the centimetre',
      text: 'Skylights, chimneys and the shade of the neighbour are in the plan before we quote a price. You see **each panel** and what it will yield.\n\nNothing in the plan changes the warranty of your roof.',
    },
    {
      type: 'quote',
      quote:
        'The saws run on the roof until four in the afternoon. Our power bill fell from 3,100 to 1,900 euros a month.',
      name: 'Tom Brandt',
      role: 'Owner of Brandt Joinery, 12 people',
      portrait: picture('tom', ''),
    },
  ],
};
