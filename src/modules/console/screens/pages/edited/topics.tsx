import type { Page } from '@foyer/client';
import type { VNode } from 'preact';
import type { Api } from '../../../calling/api-caller.js';
import { SelectField, type Choice } from '../../../parts/fields.js';
import { rowCommand, rowField, rowsIn } from '../../../parts/form-rows.js';
import { RowButton, Rows, rowId } from '../../../parts/rows.js';
import { words } from '../../../words/english.js';
import { ifAllowed } from '../../kit/screen.js';

export const TOPICS = 'topicIds';

const MODE = 'topics';
const ALL = 'all';
const CHOSEN = 'chosen';

/** As many topics as one select offers: each comes with all its entries. */
const MOST_TOPICS = 25;

/** The topics that a page can show; none if the key may not read topics. */
export async function topicChoices(api: Api): Promise<Choice[]> {
  const topics = await ifAllowed(api.topics.list({ limit: MOST_TOPICS }));
  return topics?.items.map(({ topicId, title }): Choice => [topicId, title]) ?? [];
}

export function TopicFields({
  to,
  count,
  topics,
}: {
  to: string;
  count: number;
  topics: readonly Choice[];
}): VNode {
  const { parts } = words.pages;
  return (
    <>
      <SelectField name={MODE} label={parts.topicsShown} choices={Object.entries(parts.topicModes)} />
      <Rows list={TOPICS} to={to} nameOf={() => parts.topic}>
        {({ path }) => (
          <SelectField name={`${path}.topicId`} label={parts.topic} choices={topics} keepsUnknown />
        )}
      </Rows>
      <p class="adding">
        <RowButton
          to={`${to}#${rowId(`${TOPICS}.${count}`)}`}
          command={rowCommand.add(TOPICS)}
          label={`+ ${parts.topic}`}
        />
      </p>
    </>
  );
}

export function topicValues({ topicIds }: Pick<Page, 'topicIds'>): [string, string][] {
  return [
    [MODE, topicIds === null ? ALL : CHOSEN],
    ...(topicIds ?? []).flatMap((topicId, index): [string, string][] => [
      [rowField(`${TOPICS}.${index}`), ''],
      [`${TOPICS}.${index}.topicId`, topicId],
    ]),
  ];
}

export function topicsIn(form: URLSearchParams): string[] | null {
  return form.get(MODE) === CHOSEN ? rowsIn(form, TOPICS).map((row) => row.text('topicId')) : null;
}

/** A person who adds a topic wants the page to show it. */
export function withChosenTopics(form: URLSearchParams): URLSearchParams {
  const chosen = new URLSearchParams(form);
  chosen.set(MODE, CHOSEN);
  return chosen;
}
