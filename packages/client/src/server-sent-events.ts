export interface ServerSentMessage {
  /** Names the place in the stream; also sent without an event. */
  id: string | undefined;
  data: string | undefined;
  retryMs: number | undefined;
}

/**
 * Reads server-sent events. Libraries drop an id that comes without an event, but a stream that is resumed there has
 * fewer events to look through.
 */
export async function* messagesIn(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentMessage, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split(/\r\n\r\n|\n\n|\r\r/);
    // Only what ends with an empty line is complete.
    rest = blocks.pop()!;
    for (const block of blocks) yield readBlock(block);
  }
}

/** Lines without one of these names, such as comments, only show that the connection works. */
function readBlock(block: string): ServerSentMessage {
  let id: string | undefined;
  let retry: string | undefined;
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
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
