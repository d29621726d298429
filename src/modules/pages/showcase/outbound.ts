import { showcaseTopicId } from '../../topics/index.js';
import { markdownPicture, openUrlAction, picture, type ShowcaseContent } from './parts.js';

export const outbound: ShowcaseContent = {
  name: 'Brief an Vogel Metallbau',
  pageContext: 'Ein persönlicher Brief nach der Messe. Kurz, sachlich, ohne Superlative.',
  pageType: 'outbound',
  language: 'de',
  metadata: {
    title: 'Ihr Hallendach liefert 148.000\u00a0Kilowattstunden im Jahr',
    description:
      'Guten Tag Frau Vogel, auf der Messe fragten Sie, ob sich Solarstrom für Ihre drei Sheddächer lohnt. Ich habe nachgerechnet.',
    author: 'Mara Lindner',
    ogSiteName: 'Acme',
  },
  coverImage: {
    ...picture('dusk', 'Eine Werkstatt mit Solardach in der Abendsonne'),
    focus: { x: 0.42, y: 0.72 },
  },
  topicIds: [showcaseTopicId('de')],
  headerActionId: 'termin',
  actions: [
    openUrlAction('termin', {
      purpose: 'Zwanzig Minuten am Telefon genügen für den nächsten Schritt.',
      buttonTitle: 'Termin aussuchen',
    }),
    openUrlAction('rechnung', {
      purpose: 'Die ganze Rechnung, Monat für Monat',
      buttonTitle: 'Als Tabelle ansehen',
    }),
    openUrlAction('referenz', {
      purpose: 'Eine Schlosserei mit ähnlichem Dach',
      buttonTitle: 'Bericht lesen',
    }),
  ],
  body: [
    'Nach den Luftbildern tragen Ihre Süddächer 360 Module mit zusammen **156\u00a0Kilowatt**. Bei Ihrem Verbrauch im Zweischichtbetrieb heißt das:',
    '| Im Jahr | heute | mit Solardach |\n| --- | ---: | ---: |\n| Strom aus dem Netz | 310.000\u00a0kWh | 178.000\u00a0kWh |\n| Kosten | 74.400\u00a0€ | 46.300\u00a0€ |\n| Verkaufter Strom | – | 16.000\u00a0kWh |',
    'Die Anlage verdient ihr Geld also am Vormittag, wenn Ihre Laserschneider laufen. Eine Batterie brauchen Sie dafür **nicht**.',
    markdownPicture('crew', 'Eine Monteurin mit gelbem Helm befestigt Module auf einem Dach'),
    'Meine Kolleginnen wären fünf Tage auf dem Dach. Ihre Halle bliebe in Betrieb, und die Statik Ihrer Binder habe ich bereits geprüft: Sie trägt.',
  ].join('\n\n'),
  blocks: [
    {
      type: 'quote',
      quote: 'Der Strompreis ist für uns kein Thema mehr in der Kalkulation.',
      name: 'Tom Brandt',
      role: 'Tischlerei Brandt',
      portrait: picture('tom', ''),
    },
  ],
};
