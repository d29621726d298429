import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { wireId } from '../../shared/kernel/ids.js';
import { TopicEntry } from './topic-entry.entity.js';
import { Topic } from './topic.entity.js';

/** After those of the sample topics. */
const FIRST_NUMBER = 3;

/** The topics of the showcase, one for each of its languages. An entry is a question and its answer. */
const TOPICS = {
  en: {
    title: 'Solar for workshops',
    entries: [
      'What does a roof cost?\nMost workshops pay between 900 and 1,200 euros for each kilowatt, with planning and permits. You can also **rent** the roof to us and pay for the power only.',
      'How long does it take?\nTen to fourteen weeks from the survey to the first kilowatt-hour. The crew is on your roof for four to six days, and your machines keep running.',
      'What happens on cloudy days?\nYou use power from the grid, as today. With a battery, the noon of one day covers the early shift of the next.',
      'Who repairs it?\nWe do. We see a broken panel before you do, and replace it within **five working days**. That is part of the contract for twenty years.',
    ],
  },
  de: {
    title: 'Solarstrom für Werkstätten',
    entries: [
      'Was kostet eine Anlage?\nMeist 900 bis 1.200 Euro je Kilowatt, mit Planung und Genehmigung. Sie können uns das Dach auch **verpachten** und nur den Strom bezahlen.',
      'Muss die Produktion ruhen?\nNein. Nur für den Anschluss schalten wir eine Stunde lang den Strom ab, gern an einem Samstag.',
      'Was ist mit unserem alten Dach?\nWir prüfen die Statik vorher. Muss das Dach ohnehin erneuert werden, stimmen wir uns mit Ihrem Dachdecker ab.',
    ],
  },
  ar: {
    title: 'الطاقة الشمسية للمخابز',
    entries: [
      'كم تكلفة التركيب؟\nتبدأ من 900 يورو لكل كيلوواط، شاملة التصميم والتصاريح. ويمكنكم **استئجار** النظام ودفع ثمن الكهرباء فقط.',
      'هل يتوقف العمل أثناء التركيب؟\nلا. نفصل التيار ساعة واحدة فقط عند التوصيل، ونختار معكم الوقت المناسب.',
      'من يتولى الصيانة؟\nنحن. نراقب كل لوح عن بُعد، ونستبدل التالف خلال **خمسة أيام عمل** طوال عشرين عامًا.',
    ],
  },
};

type Language = keyof typeof TOPICS;

const LANGUAGES = Object.keys(TOPICS) as Language[];

/** `topic_…` */
export function showcaseTopicId(language: Language): string {
  return wireId('topic', exampleUuid('topic', numberOf(language)));
}

export async function showcaseTopics(em: EntityManager): Promise<void> {
  let [last = null] = await em.find(Topic, {}, { orderBy: { sortOrder: 'desc' }, limit: 1 });
  for (const language of LANGUAGES) {
    const { title, entries } = TOPICS[language];
    const topic = Topic.create({ title }, last);
    topic.id = exampleUuid('topic', numberOf(language));
    await em.persist(topic).flush(); // the entries refer to it by id only
    for (const [index, content] of entries.entries()) {
      const entry = TopicEntry.create(topic.id, { content: { type: 'markdown', content } }, index - 1);
      entry.id = exampleUuid('entry', 10 * numberOf(language) + index);
      em.persist(entry);
    }
    last = topic;
  }
}

function numberOf(language: Language): number {
  return FIRST_NUMBER + LANGUAGES.indexOf(language);
}
