import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../shared/web/forms/FormDialog.tsx';
import { NumberField } from '../../../shared/web/forms/fields/NumberField.tsx';
import { type Option, SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { CheckboxField, SwitchField } from '../../../shared/web/forms/fields/SwitchField.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { faultAt } from '../../../shared/web/forms/record.model.ts';
import { useRecordForm } from '../../../shared/web/forms/use-record-form.ts';
import { Note } from '../../../shared/web/page/Text.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type CameraServer, camerasCalls } from '../cameras.contract.ts';
import { httpsOf, originOf, PICTURE_PATH, pathFault, readServer } from '../cameras.model.ts';
import { useSpoken } from './use-spoken.ts';

interface ServerValues {
  proj_code: string | null;
  url_plant: string;
  port: number | null;
  is_https: boolean;
  picture_path: string;
  username: string;
  password: string;
  forget: boolean;
}

const FRESH = { username: '', password: '', forget: false };
const NEW: ServerValues = {
  proj_code: null,
  url_plant: '',
  port: 80,
  is_https: false,
  picture_path: PICTURE_PATH,
  ...FRESH,
};

/** Whether a person typed another scheme than the switch beside it says; what was stored follows the switch. */
function contradicts({ url_plant, is_https }: ServerValues, stored: string | undefined): boolean {
  return url_plant !== stored && (httpsOf(url_plant.trim()) ?? is_https) !== is_https;
}

/** What is wrong with the address, by the rules of the server. */
function faultsOf(values: ServerValues, stored?: string) {
  const { url_plant, port, is_https, picture_path, username, password } = values;
  const read = contradicts(values, stored)
    ? ({ fault: 'scheme' } as const)
    : readServer({ url_plant: url_plant.trim(), port: port ?? 0, is_https });
  const path = pathFault(picture_path.trim());
  return [
    ...(url_plant.trim() !== '' && 'fault' in read ? [faultAt('url_plant', `url_plant_${read.fault}`)] : []),
    ...(path ? [faultAt('picture_path', `picture_path_${path}`)] : []),
    ...(password !== '' && username === '' ? [faultAt('username', 'username_no_username')] : []),
  ];
}

/** What is typed is sent; what is not typed stays, unless it is to be forgotten. */
function bodyOf({ username, password, forget, ...values }: ServerValues) {
  if (forget) return { ...values, username: '' };
  return username === '' ? values : { ...values, username, password };
}

/** Whether what is typed stands elsewhere than the server did: its credentials do not go along. */
function standsElsewhere(server: CameraServer, { url_plant, port, is_https }: ServerValues): boolean {
  const read = readServer({ url_plant, port: port ?? 0, is_https });
  return 'url_plant' in read && originOf({ ...read, port: port ?? 0, is_https }) !== originOf(server);
}

interface Props {
  /** Null: a new one. */
  server: CameraServer | null;
  /** Plants that have none yet. */
  plants: readonly Option[];
  onClose: () => void;
}

/** Says how a plant's cameras are reached. // spec §3, §8 */
export function ServerDialog({ server, plants, onClose }: Props) {
  const { t } = useTranslation('cameras');
  const call = server ? camerasCalls.changeServer : camerasCalls.createServer;
  const params = server ? { params: { proj_code: server.proj_code } } : {};
  const form = useRecordForm({
    call,
    ...params,
    record: (server ? { ...server, ...FRESH } : NEW) as ServerValues & { version?: number },
    toBody: bodyOf,
    check: (values) => faultsOf(values, server?.url_plant),
    fromAnswer: ({ plant }) => ({ ...plant, ...FRESH }),
    fromConflict: (stored) => ({ ...(stored as CameraServer), ...FRESH }),
    send: useSpoken(call, params, t('messages.server_failed')),
    words: 'cameras',
    quiet: true,
    onSaved: ({ plant }) => {
      toast.done(t('messages.server_saved', { plant: plant.plant_name }));
      onClose();
    },
  });
  const values = form.form.watch() as ServerValues;
  const stored = server?.has_credentials ?? false;
  const title = server ? t('server.change', { plant: server.plant_name }) : t('server.new');
  return (
    <FormDialog form={form} title={title} {...(server ? {} : { submit: t('server.new') })} onClose={onClose}>
      {!server && <SelectField name="proj_code" label={t('plant')} options={plants} searchable />}
      <TextField
        name="url_plant"
        label={t('server.url')}
        description={t('server.url_hint')}
        maxLength={500}
        spellCheck={false}
      />
      <SwitchField name="is_https" label={t('server.https')} />
      <NumberField name="port" label={t('server.port')} />
      <TextField
        name="picture_path"
        label={t('server.path')}
        description={t('server.path_hint', { number: '{cam_num}' })}
        maxLength={300}
        spellCheck={false}
      />
      <TextField
        name="username"
        label={t('server.username')}
        description={stored ? t('server.stored') : t('server.username_hint')}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        name="password"
        label={t('server.password')}
        type="password"
        maxLength={200}
        autoComplete="new-password"
      />
      {stored && <CheckboxField name="forget" label={t('server.forget')} />}
      {server && stored && values.username === '' && standsElsewhere(server, values) && (
        <Note tone="warning">{t('server.moves')}</Note>
      )}
    </FormDialog>
  );
}
