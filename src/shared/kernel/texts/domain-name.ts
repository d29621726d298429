import { domainToASCII, domainToUnicode } from 'node:url';

const MAX_LENGTH = 253;
/** Pasted text may be longer than the domain in it, up to this limit. */
const MAX_PASTED_LENGTH = 1024;

const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** DNS names may have underscores, host names may not. */
const DNS_LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** A host, optionally with `http://`, port and path; nothing else, because it must match what a browser sends. */
const WEB_ADDRESS = /^(?:https?:\/\/)?([^\s/?#@:%\\[\]]+)(?::\d{1,5})?(?:\/[^?#]*)?$/i;

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * The domain of a company, or undefined if the text contains none. People paste it from anywhere: everything around it
 * is dropped (blanks, any scheme, port, path, query, `www.`). Names of private networks are accepted as well: a single
 * label (`intranet`), underscores (`my_shop.example`).
 */
export function companyDomainOf(text: string): string | undefined {
  const pasted = pastedHost(text);
  if (pasted === undefined || pasted.length > MAX_PASTED_LENGTH || pasted.includes('%')) return undefined;
  const domain = inAscii(pasted).replace(/^(?:www\.)+(?=[^.]+\.)/, '');
  return isDomainName(domain, DNS_LABEL) ? domain : undefined;
}

/**
 * The host that visitors' browsers request, or undefined if the text contains none. It is stricter than the domain of
 * a company: at least one dot, no underscore, and `www.` stays, because it is another host.
 */
export function hostNameOf(text: string): string | undefined {
  const host = inAscii(WEB_ADDRESS.exec(text)?.[1] ?? '');
  return host.includes('.') && isDomainName(host, HOST_LABEL) ? host : undefined;
}

/** The host of a `Host` header: in lower case, without port, brackets and trailing dot. */
export function hostInHeader(header = ''): string {
  const [host = ''] = /^(\[[^\]]*\]|[^:]*)/.exec(header) ?? [];
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

/** In lower case and ASCII, without the trailing dot; empty if it is not a valid name. */
function inAscii(host: string): string {
  return domainToASCII(host).replace(/\.$/, '');
}

function isDomainName(domain: string, label: RegExp): boolean {
  const labels = domain.split('.');
  return (
    domain.length <= MAX_LENGTH &&
    labels.every((each) => label.test(each)) &&
    // A name that ends in a number is an IP address.
    !/^\d+$/.test(labels.at(-1)!) &&
    // A punycode label (`xn--`) must decode to other characters.
    !/(^|\.)xn--/.test(domainToUnicode(domain))
  );
}

function pastedHost(text: string): string | undefined {
  const address = text.trim().replace(SCHEME, '');
  if (SCHEME.test(address)) return undefined;
  return address.replace(/[/?#\\].*$/s, '').replace(/:\d*$/, '');
}
