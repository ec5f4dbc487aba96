import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { Json, JsonObject } from '../api/types';
import { from_base64url, to_base64url } from './address';
import { is_object } from './recipe';

/** Characters of a link that strokes may take; what is longer is told as "not in the link". */
const longest = 8000;
/** Nobody can send a link that unpacks to more. */
const most_bytes = 4 << 20;

/** What was done by hand, as orders that do it again: one a step. */
export type Orders = readonly JsonObject[];

/** "" for none, undefined where there is no room for them in a link. */
export function packed_strokes(orders: Orders): string | undefined {
  if (orders.length === 0) return '';
  const text = to_base64url(deflateSync(strToU8(JSON.stringify(orders)), { level: 9 }));
  return text.length <= longest ? text : undefined;
}

export function unpacked_strokes(text: string): Orders {
  try {
    const bytes = inflateSync(from_base64url(text), { out: new Uint8Array(most_bytes) });
    const orders = JSON.parse(strFromU8(bytes)) as Json;
    if (!Array.isArray(orders) || orders.length === 0 || !orders.every(is_order)) throw new Error();
    return orders as JsonObject[];
  } catch {
    throw new Error('the strokes in the link cannot be read');
  }
}

/** The server checks what is in them; here it only must be an order that changes the ground. */
function is_order(order: Json): boolean {
  return is_object(order) && Object.keys(order).length === 1 && Array.isArray(order.strokes ?? order.voxels);
}
