/** Why there is no answer, with a sentence for people. The sentences reveal nothing about our own network. */
const FAULTS = {
  bad_url: 'The URL can not be called.',
  address_refused:
    'The URL leads to an address that webhooks must not reach, unless WEBHOOK_ALLOW_PRIVATE lists it.',
  not_resolved: "The URL's host name could not be resolved.",
  connect_timeout: 'Connecting took too long.',
  connection_refused: 'The connection was refused.',
  unreachable: 'The host could not be reached.',
  tls_failed: 'The TLS connection failed: check the certificate and the TLS settings of the host.',
  connection_lost: 'The connection was lost before the answer.',
  bad_answer: 'The answer is not valid HTTP, or its headers are too large.',
  timeout: 'The receiver did not answer in time.',
  not_sent: 'The call could not be sent.',
  aborted: 'The call was aborted before the answer.',
  expired: 'No call was made: the event was too old to be delivered.',
} as const;

export type CallFault = keyof typeof FAULTS;

export const CALL_FAULTS = Object.keys(FAULTS) as CallFault[];

export const detailOf = (fault: CallFault): string => FAULTS[fault];

/** An error with a known fault. */
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

/** Converts an error while connecting. With https, an error that is not a network error is a TLS error. */
export function connectFailure(error: Error, protocol: string): CallFailure {
  if (error instanceof CallFailure) return error;
  return new CallFailure(CODES[codeOf(error)] ?? (protocol === 'https:' ? 'tls_failed' : 'unreachable'));
}

export function faultOf(error: Error): CallFault {
  if (error instanceof CallFailure) return error.fault;
  const code = codeOf(error);
  if (error.name === 'HTTPParserError' || /^bad (response|upgrade)$/.test(error.message)) return 'bad_answer';
  // With TLS 1.3, the receiver may reject the handshake after it has completed on our side.
  if (/^ERR_(SSL|TLS)|^EPROTO$/.test(code)) return 'tls_failed';
  return CODES[code] ?? 'connection_lost';
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
