/** Why there is no answer. The sentences reveal nothing about our own network. */
export const CALL_FAULTS = {
  bad_url: {
    meaning: 'The URL can not be called.',
    remedy: 'Change the URL of the subscription.',
  },
  address_refused: {
    meaning:
      'The URL leads to an address that webhooks must not reach, unless WEBHOOK_ALLOW_PRIVATE lists it.',
    remedy: 'Use a public address, or have the operator list the address in `WEBHOOK_ALLOW_PRIVATE`.',
  },
  not_resolved: {
    meaning: "The URL's host name could not be resolved.",
    remedy: 'Check the host name of the URL, and its DNS records.',
  },
  connect_timeout: {
    meaning: 'Connecting took too long.',
    remedy: 'Check the firewall of the receiver.',
  },
  connection_refused: {
    meaning: 'The connection was refused.',
    remedy: 'Start the receiver, or correct the port of the URL.',
  },
  unreachable: {
    meaning: 'The host could not be reached.',
    remedy: 'Check the network of the receiver.',
  },
  tls_failed: {
    meaning: 'The TLS connection failed: check the certificate and the TLS settings of the host.',
    remedy: 'Renew the certificate, or correct the TLS settings of the receiver.',
  },
  connection_lost: {
    meaning: 'The connection was lost before the answer.',
    remedy: 'Let the receiver answer before it closes the connection.',
  },
  bad_answer: {
    meaning: 'The answer is not valid HTTP, or its headers are too large.',
    remedy: 'Correct the server or the proxy of the receiver.',
  },
  timeout: {
    meaning: 'The receiver did not answer in time.',
    remedy: 'Answer first, and do the work afterwards.',
  },
  not_sent: {
    meaning: 'The call could not be sent.',
    remedy: 'The operator looks at the log of the workers.',
  },
  aborted: {
    meaning: 'The call was aborted before the answer.',
    remedy: 'Nothing: the delivery is tried again.',
  },
  expired: {
    meaning: 'No call was made: the event was too old to be delivered.',
    remedy: 'Read the current state of the record instead.',
  },
} as const;

export type CallFault = keyof typeof CALL_FAULTS;

export const detailOf = (fault: CallFault): string => CALL_FAULTS[fault].meaning;

/** An error with a known fault. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';

  constructor(readonly fault: CallFault) {
    super(detailOf(fault));
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
