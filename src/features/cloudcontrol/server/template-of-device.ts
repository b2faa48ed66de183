import type { Tx } from '../../../shared/server/tenancy.ts';
import { withSeenTexts } from '../../../shared/units/unseen.ts';
import type { ConfiguredVariable, DeviceDetails } from '../configured.contract.ts';
import { TemplateMap } from '../template-fields.contract.ts';
import { getDetails } from './details.ts';

/** A variable as a template gives it to devices, with every field said. */
function mappedOf(variable: ConfiguredVariable): unknown {
  const { name, label_en, label_it, kind, quantity, of_name, poll, enabled } = variable;
  const { function_code, address, data_type, unit, decimals, colour, group_name, value_table } = variable;
  const { word_order, bit, bit_count, factor, value_offset, scale_address, sentinel } = variable;
  const place = { word_order, bit, bit_count, factor, value_offset, scale_address, sentinel };
  return {
    name,
    register: function_code === null ? null : { function_code, address, data_type, ...place },
    unit,
    decimals,
    colour,
    group_name,
    value_table,
    poll,
    enabled,
    of_name: {
      label_en,
      label_it,
      unit: of_name.unit,
      decimals: of_name.decimals,
      group_name: of_name.group_name,
      kind,
      quantity,
    },
  };
}

/** What a device reads, as a template. */
export function mapOf({ variables, attributes }: DeviceDetails): TemplateMap {
  return TemplateMap.parse(withSeenTexts({ variables: variables.map(mappedOf), attributes }));
}

/** A device that the scope may see, with what it reads as a template. @throws AppError not_found */
export async function readDevice(
  tx: Tx,
  id: number,
  now: Date,
): Promise<{ details: DeviceDetails; map: TemplateMap }> {
  const details = await getDetails(tx, id, now);
  return { details, map: mapOf(details) };
}
