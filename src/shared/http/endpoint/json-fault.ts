/** The possible next tokens of a JSON text. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end';

const SPACE = /[ \t\n\r]*/y;
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * The place where a text is no longer valid JSON, for its sender. The runtime's parser reports it for some faults
 * only.
 */
export function placeOfFault(text: string): string {
  const before = text.slice(0, new JsonWalk(text).end()).split('\n');
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`;
}

/** Walks through a text as long as it is valid JSON. */
class JsonWalk {
  private at = 0;
  private expected: Expected = 'value';
  private readonly opened: ('{' | '[')[] = [];

  constructor(private readonly text: string) {}

  end(): number {
    do this.skip(SPACE);
    while (this.step());
    return this.at;
  }

  private step(): boolean {
    const character = this.text[this.at];
    if (this.expected === ':') return this.mark(character === ':', 'value');
    if (this.expected === ', or end') return this.afterValue(character);
    if (character === '}' && this.expected === 'name or }') return this.close();
    if (character === ']' && this.expected === 'value or ]') return this.close();
    if (this.expected.startsWith('name')) return this.skip(STRING, ':');
    if (character === '{' || character === '[') return this.open(character);
    return this.skip(STRING, ', or end') || this.skip(SCALAR, ', or end');
  }

  private afterValue(character: string | undefined): boolean {
    const inside = this.opened.at(-1);
    if ((character === '}' && inside === '{') || (character === ']' && inside === '[')) return this.close();
    return this.mark(character === ',' && inside !== undefined, inside === '{' ? 'name' : 'value');
  }

  private open(character: '{' | '['): boolean {
    this.opened.push(character);
    return this.mark(true, character === '{' ? 'name or }' : 'value or ]');
  }

  private close(): boolean {
    this.opened.pop();
    return this.mark(true, ', or end');
  }

  /** Consumes one character if it is valid. */
  private mark(isRight: boolean, next: Expected): boolean {
    if (!isRight) return false;
    this.at++;
    this.expected = next;
    return true;
  }

  private skip(pattern: RegExp, next = this.expected): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    this.expected = next;
    return true;
  }
}
