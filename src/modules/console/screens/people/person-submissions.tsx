import type { FormSubmissionStatus, ReceivedForm, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { Badge, Moment, type Tone } from '../../parts/shown.js';
import { words } from '../../words/english.js';

type Submission = WithDates<ReceivedForm>;

export const MOST_SUBMISSIONS = 10;

const TONES: Record<FormSubmissionStatus, Tone> = { received: 'warn', enriched: 'good', failed: 'bad' };

export function PersonSubmissions({ of: submissions }: { of: readonly Submission[] }): VNode {
  const { people } = words;
  return (
    <section aria-labelledby="submissions">
      <h2 id="submissions">{people.submissions}</h2>
      {submissions.length === 0 ? (
        <p class="hint">{people.noSubmissions}</p>
      ) : (
        <ul class="rows">
          {submissions.map((submission) => (
            <SubmissionRow key={submission.formSubmissionId} of={submission} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SubmissionRow({ of: { answers, status, createdAt, pageId } }: { of: Submission }): VNode {
  const { people, questions } = words;
  return (
    <li class="row">
      <div class="what">
        <p class="meta">
          <Moment at={createdAt} />
          <a href={`/pages/${pageId}`}>{questions.page}</a>
        </p>
        <dl class="profile">
          {Object.entries(answers).map(([name, answer]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{answer === true ? people.consented : String(answer)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Badge tone={TONES[status]}>{people.submissionStates[status]}</Badge>
    </li>
  );
}
