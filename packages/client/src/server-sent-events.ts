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

function readBlock(block: string): ServerSentMessage {
  const values: Record<string, string[]> = {};
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(line)!;
    (values[name!] ??= []).push(value!);
  }
  const { id, data, retry } = values;
  return {
    id: id?.at(-1),
    data: data?.join('\n'),
    retryMs: /^\d+$/.test(retry?.at(-1) ?? '') ? Number(retry!.at(-1)) : undefined,
  };
}
