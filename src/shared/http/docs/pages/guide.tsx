import type { VNode } from 'preact';
import { Frame } from './frame.js';
import { guidePath, type Guide, type GuideStep } from './guide-steps.js';
import { Prose } from './prose.js';

const GUIDE_SCRIPT = <script src="/docs/browser/guide-init.js" type="module" />;

interface Props {
  guide: Guide;
  guides: readonly Guide[];
}

export function GuidePage({ guide, guides }: Props): VNode {
  return (
    <Frame title={`${guide.title} – Foyer`} path={guidePath(guide)} guides={guides} head={GUIDE_SCRIPT}>
      <main class="docs-text">
        <h1>{guide.title}</h1>
        <Prose text={guide.about} />
        <ol class="steps">
          {guide.steps.map((step) => (
            <Step {...step} />
          ))}
        </ol>
      </main>
    </Frame>
  );
}

function Step({ title, texts, sh, ts }: GuideStep): VNode {
  return (
    <li>
      <h2>{title}</h2>
      {texts.map((text) => (
        <Prose text={text} />
      ))}
      <div class="samples">
        <Sample title="Shell" language="sh" code={sh} />
        <Sample title="TypeScript" language="ts" code={ts} />
      </div>
    </li>
  );
}

function Sample({ title, language, code }: { title: string; language: string; code: string }): VNode {
  return (
    <figure>
      <figcaption>{title}</figcaption>
      {/* Long lines scroll, also for those who use the keyboard alone. */}
      <pre tabIndex={0}>
        <code class={`language-${language}`}>{code.trim()}</code>
      </pre>
    </figure>
  );
}
