/** Why there is no answer, with a sentence for whoever reads it. They say nothing about our own network. */
const FAULTS = {
  bad_url: 'The URL is none that can be called.',
  address_refused:
    'The URL leads to an address that webhooks must not reach, unless WEBHOOK_ALLOW_PRIVATE lists it.',
  not_resolved: "The URL's host name could not be resolved.",
  connect_timeout: 'No connection was made in time.',
  connection_refused: 'The connection was refused.',
  unreachable: 'The host could not be reached.',
  tls_failed: 'No secure connection was made: the certificate or the TLS settings of the host are at fault.',
  connection_lost: 'The connection was lost before an answer came.',
  bad_answer: 'What was answered is no HTTP answer, or its head is too large.',
  timeout: 'No answer came in time.',
  not_sent: 'The call could not be sent.',
  aborted: 'The call was given up before an answer came.',
  expired: 'No call was made: the event was too old to be delivered.',
} as const;

export type CallFault = keyof typeof FAULTS;

export const CALL_FAULTS = Object.keys(FAULTS) as CallFault[];

export const detailOf = (fault: CallFault): string => FAULTS[fault];

/** Thrown where the fault is known. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';

  constructor(readonly fault: CallFault) {
    super(FAULTS[fault]);
  }
}

const CODES: Readonly<Record<string, CallFault>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  ETIMEDOUT: 'connect_timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EINVAL: 'unreachable',
  EMFILE: 'not_sent',
  ENFILE: 'not_sent',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  UND_ERR_HEADERS_OVERFLOW: 'bad_answer',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'bad_answer',
  UND_ERR_INVALID_ARG: 'not_sent',
  UND_ERR_DESTROYED: 'aborted',
  UND_ERR_CLOSED: 'aborted',
};

/** A failure to connect. With https, what is no fault of the network is one of TLS. */
export function connectFailure(error: Error, protocol: string): CallFailure {
  if (error instanceof CallFailure) return error;
  return new CallFailure(CODES[codeOf(error)] ?? (protocol === 'https:' ? 'tls_failed' : 'unreachable'));
}

export function faultOf(error: Error): CallFault {
  if (error instanceof CallFailure) return error.fault;
  const code = codeOf(error);
  if (error.name === 'HTTPParserError' || /^bad (response|upgrade)$/.test(error.message)) return 'bad_answer';
  // With TLS 1.3 the other side may refuse the handshake after it has ended for us.
  if (/^ERR_(SSL|TLS)|^EPROTO$/.test(code)) return 'tls_failed';
  return CODES[code] ?? 'connection_lost';
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
