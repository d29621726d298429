import type { Env, MarkdownIt, StateBlock, Token } from 'markdown-it';
import { MarkdownBudget, OverBudget } from './markdown-budget.js';

/** The steps of each kind of work, from measurements. */
const STEPS = {
  character: 1,
  /** A line is copied for each quote that it is in. */
  quoteMarker: 40,
  /** The rules for a line, and for each character of it. */
  line: 30,
  lineCharacter: 0.5,
  /** The rules for a position within a line. */
  position: 25,
  /** A position that was looked at before, on the way to the end of a label. */
  knownPosition: 8,
  /** The state of a paragraph, a cell or the text of an image. */
  inline: 150,
  token: 100,
  /** A label is normalised to find its definition. */
  labelCharacter: 1,
  destination: 100,
  url: 600,
  urlCharacter: 5,
  /** A character that is encoded as several. */
  wideCharacter: 50,
  /** A pair of characters of a host: Punycode compares them all. */
  hostPair: 0.5,
  outputCharacter: 0.5,
};

/** Everything before the path. */
const UP_TO_HOST = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]*[^/\\?#]*/i;

const NARROW = /[\x20-\x7e]+/g;

/** A markdown-it that gives up a text if it takes too many steps. */
export class BoundedMarkdown {
  private budget = new MarkdownBudget();

  constructor(private readonly markdown: MarkdownIt) {
    this.countLines();
    this.countPositions();
    this.countLabels();
    this.countTokens();
    this.countUrls();
    this.countOutput();
  }

  /** Returns undefined if the text is given up. Rules of the renderer receive `env`. */
  render(text: string, budget: MarkdownBudget, env: Env = {}): string | undefined {
    return this.within(budget, text, () => this.markdown.render(text, env));
  }

  /** Returns undefined if the text is given up. */
  parse(text: string, budget: MarkdownBudget): Token[] | undefined {
    return this.within(budget, text, () => this.markdown.parse(text, {}));
  }

  private within<Result>(budget: MarkdownBudget, text: string, work: () => Result): Result | undefined {
    this.budget = budget;
    budget.beginText();
    try {
      this.spend(STEPS.character * text.length + STEPS.quoteMarker * (text.split('>').length - 1));
      return work();
    } catch (error) {
      if (error instanceof OverBudget) return undefined;
      throw error;
    }
  }

  private readonly spend = (steps: number): void => this.budget.spend(steps);

  /** The first rule of each chain counts, and never applies. */
  private countLines(): void {
    const count = ({ bMarks, eMarks }: StateBlock, line: number) => {
      this.spend(STEPS.line + STEPS.lineCharacter * (eMarks[line]! - bMarks[line]!));
      return false;
    };
    const alt = ['paragraph', 'reference', 'blockquote', 'list'];
    this.markdown.block.ruler.before('table', 'count_lines', count, { alt });
  }

  private countPositions(): void {
    const { inline } = this.markdown;
    inline.ruler.before('text', 'count_positions', () => {
      this.spend(STEPS.position);
      return false;
    });
    const skipToken = inline.skipToken.bind(inline);
    inline.skipToken = (state) => {
      this.spend(STEPS.knownPosition);
      skipToken(state);
    };
  }

  private countLabels(): void {
    const { helpers } = this.markdown;
    const { parseLinkLabel, parseLinkDestination } = helpers;
    helpers.parseLinkLabel = (state, start, disableNested) => {
      const end = parseLinkLabel(state, start, disableNested);
      if (end >= 0) this.spend(STEPS.labelCharacter * (end - start));
      return end;
    };
    helpers.parseLinkDestination = (...given) => {
      this.spend(STEPS.destination);
      return parseLinkDestination(...given);
    };
  }

  private countTokens(): void {
    const { block, inline } = this.markdown;
    const { spend } = this;
    block.State = class extends block.State {
      override push(...given: Parameters<StateBlock['push']>): Token {
        spend(STEPS.token);
        return super.push(...given);
      }
    };
    inline.State = class extends inline.State {
      constructor(...given: ConstructorParameters<typeof inline.State>) {
        super(...given);
        spend(STEPS.inline + STEPS.character * this.src.length);
      }

      override push(...given: Parameters<StateBlock['push']>): Token {
        spend(STEPS.token);
        return super.push(...given);
      }

      override pushPending(): Token {
        spend(STEPS.token);
        return super.pushPending();
      }
    };
  }

  private countUrls(): void {
    const { markdown } = this;
    for (const method of ['normalizeLink', 'normalizeLinkText'] as const) {
      const normalize = markdown[method].bind(markdown);
      markdown[method] = (url) => {
        this.spend(stepsOfUrl(url));
        return normalize(url);
      };
    }
  }

  /** The last rule counts what is not rendered yet: a few characters can stand for a long URL. */
  private countOutput(): void {
    this.markdown.core.ruler.push('count_output', ({ tokens }) => this.spendOnOutput(tokens));
  }

  private spendOnOutput(tokens: readonly Token[]): void {
    for (const { type, content, info, attrs, children } of tokens) {
      let length = type === 'inline' ? 0 : escapedLength(content) + escapedLength(info);
      for (const [, value] of attrs ?? []) length += escapedLength(String(value));
      this.spend(STEPS.outputCharacter * length);
      if (children) this.spendOnOutput(children);
    }
  }
}

/** A quotation mark is written as `&quot;`, the longest of the escapes. */
function escapedLength(text: string): number {
  return text.length + 5 * (text.match(/["&<>]/g)?.length ?? 0);
}

function stepsOfUrl(url: string): number {
  const host = UP_TO_HOST.exec(url)![0].length;
  const wide = url.replaceAll(NARROW, '').length;
  return (
    STEPS.url + STEPS.urlCharacter * url.length + STEPS.wideCharacter * wide + STEPS.hostPair * host * host
  );
}
