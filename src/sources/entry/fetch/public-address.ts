import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalUnicastV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * True for addresses of the open internet only. Everything special is not: private, loopback, link-local,
 * unique-local, carrier-grade NAT, multicast, reserved, and IPv6 forms that carry an IPv4 address inside.
 */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicastV6);
}
