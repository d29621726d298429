import type { VNode } from 'preact';
import { words } from '../../../words/english.js';
import {
  differingLines,
  linesOf,
  withoutRepeats,
  type Difference,
  type Place,
} from './content-differences.js';

/** As much as one can read at a glance; the previews show the rest. */
const MOST_DIFFERENCES = 40;
const MOST_CHARACTERS = 1000;

interface Names {
  before: string;
  after: string;
}

interface DifferencesProps {
  of: Difference[] | 'erased';
  names: Names;
}

/** What differs between two versions, if both still have their content. */
export function Differences({ of: differences, names }: DifferencesProps): VNode {
  const { versions } = words;
  if (differences === 'erased') return <p class="hint">{versions.erased}</p>;
  if (differences.length === 0) return <p class="hint">{versions.same}</p>;
  const shown = withoutRepeats(differences);
  return (
    <>
      <ol class="rows">
        {shown.slice(0, MOST_DIFFERENCES).map(({ places, before, after }, at) => (
          <li key={at} class="row">
            <div class="what">
              <h3>{places.map(titleOf).join(', ')}</h3>
              <BeforeAndAfter before={linesOf(before)} after={linesOf(after)} names={names} />
            </div>
          </li>
        ))}
      </ol>
      {shown.length > MOST_DIFFERENCES && (
        <p class="hint">{versions.moreDifferences(shown.length - MOST_DIFFERENCES)}</p>
      )}
    </>
  );
}

interface BeforeAndAfterProps {
  before: readonly string[];
  after: readonly string[];
  names: Names;
}

/** The lines that differ, beside each other where there is room. */
export function BeforeAndAfter({ before, after, names }: BeforeAndAfterProps): VNode {
  const [was, is] = differingLines(before, after);
  return (
    <div class="difference">
      {was.length > 0 && (
        <div class="was">
          <p class="hint">{names.before}</p>
          <del dir="auto">{clipped(was)}</del>
        </div>
      )}
      {is.length > 0 && (
        <div class="is">
          <p class="hint">{names.after}</p>
          <ins dir="auto">{clipped(is)}</ins>
        </div>
      )}
    </div>
  );
}

/** All parts are below `sections`, and the text of a part is called like the part. */
function titleOf(place: Place): string {
  const names = place.filter((step) => step !== 'sections').map(nameOf);
  return names.filter((name, at) => name !== names[at - 1]).join(' › ') || words.versions.wholeContent;
}

function nameOf(step: string | number): string {
  const names: Readonly<Record<string, string>> = words.versions.places;
  return Object.hasOwn(names, step) ? names[step]! : String(step);
}

function clipped(lines: readonly string[]): string {
  const text = lines.join('\n');
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} …` : text;
}
