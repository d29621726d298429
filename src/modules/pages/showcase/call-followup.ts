import { showcaseTopicId } from '../../topics/index.js';
import { markdownPicture, openUrlAction, picture, type ShowcaseContent } from './parts.js';

export const callFollowup: ShowcaseContent = {
  name: 'After the call with Hearth Bakery',
  pageContext: 'What was said on the call on Tuesday. The next step is the measuring visit.',
  pageType: 'call_followup',
  language: 'en',
  metadata: {
    title: 'What we agreed for the bakery in Mill Street',
    description: 'A summary of our call on Tuesday, with what each of us does next.',
    author: 'Mara Lindner',
    ogSiteName: 'Acme',
  },
  coverImage: {
    ...picture('field', 'Rows of solar panels in front of mountains'),
    focus: { x: 0.5, y: 0.8 },
  },
  topicIds: [showcaseTopicId('en')],
  headerActionId: 'visit',
  actions: [
    openUrlAction('visit', {
      purpose: 'Next: choose a morning for the measuring visit',
      buttonTitle: 'Choose a morning',
    }),
    openUrlAction('bills', { purpose: 'Send us the power bills of 2025', buttonTitle: 'Upload the bills' }),
    {
      actionId: 'reference',
      purpose: 'Your reference for questions',
      buttonTitle: 'Copy it',
      actionType: 'copy_text',
      url: 'HEARTH-4821',
    },
  ],
  actionCardWidgets: [
    {
      type: 'video',
      title: 'The call on Tuesday, 34 minutes',
      url: 'https://calls.acme.example/4821',
      logos: [],
    },
  ],
  body: [
    '## What we heard',
    'Your ovens start at **two in the morning**, long before the sun. So the question was not how much power the roof yields, but when you can use it.',
    '## What we propose',
    '1. **84 panels** on the flat roof, tilted east and west, so that they yield from six to eight\n2. **Two battery cabinets** in the old coal cellar, which carry the noon into the night\n3. The proofing room is cooled **at noon**, when power is free',
    markdownPicture('storage', 'Two white battery cabinets beside a display on a wall'),
    'Together that is 71% of what you use. Without the batteries it would be 38%.',
    '## What is still open',
    '- Whether the cellar stays dry: we bring a sensor\n- Whether the landlord agrees to the cable in the stairwell: you ask him by Friday',
  ].join('\n\n'),
  blocks: [
    {
      type: 'steps',
      title: 'Who does what',
      steps: [
        { title: 'This week: Grace', text: 'Asks the landlord, and sends the bills of 2025.' },
        { title: '2 December: Acme', text: 'Measures roof and cellar, from 10 to 12.' },
        { title: '9 December: Acme', text: 'Sends a plan with a **fixed price**, valid for 60 days.' },
      ],
    },
    {
      type: 'text',
      title: 'What it costs, roughly',
      text: 'Between 88,000 and 97,000 euros, of which the city pays **15%**. As a rent it is 690 euros a month, less than what the roof saves in nine months of twelve.',
    },
  ],
};
