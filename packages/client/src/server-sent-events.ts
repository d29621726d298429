export interface ServerSentMessage {
  /** Names the place in the stream; also sent without an event. */
  id: string | undefined;
  data: string | undefined;
  retryMs: number | undefined;
}

const LINE_END = /\r\n|\n|\r/;

/**
 * Reads server-sent events. Libraries drop an id that comes without an event, but a stream that is resumed there has
 * fewer events to look through.
 */
export async function* messagesIn(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentMessage, void> {
  let lines: string[] = [];
  for await (const line of linesIn(chunks)) {
    if (line !== '') lines.push(line);
    else {
      // Only what ends with an empty line is complete.
      yield readMessage(lines);
      lines = [];
    }
  }
}

/** Each byte is looked at once, however long a line is. */
async function* linesIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let line = '';
  let isAfterReturn = false;
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text === '') continue;
    // One line end that was cut in two.
    const [first = '', ...others] = text.slice(isAfterReturn && text[0] === '\n' ? 1 : 0).split(LINE_END);
    isAfterReturn = text.endsWith('\r');
    line += first;
    for (const next of others) {
      yield line;
      line = next;
    }
  }
}

/** Lines without one of these names, such as comments, only show that the connection works. */
function readMessage(lines: readonly string[]): ServerSentMessage {
  let id: string | undefined;
  let retry: string | undefined;
  const data: string[] = [];
  for (const line of lines) {
    const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(line)!;
    if (name === 'id') id = value;
    else if (name === 'retry') retry = value;
    else if (name === 'data') data.push(value!);
  }
  return {
    id,
    data: data.length > 0 ? data.join('\n') : undefined,
    retryMs: retry !== undefined && /^\d+$/.test(retry) ? Number(retry) : undefined,
  };
}
