import { Button, Group } from '@mantine/core';
import { IconUserCheck, IconUserQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordAssignment, RecordNotesCalls } from '../../contract/record-notes.ts';
import { useCall } from '../api/use-call.ts';
import { HERE } from '../format/dates.ts';
import { useFormat } from '../format/use-format.ts';
import { FormDialog } from '../forms/FormDialog.tsx';
import { SelectField } from '../forms/fields/SelectField.tsx';
import { useRecordForm } from '../forms/use-record-form.ts';
import { Section } from '../page/Section.tsx';
import { Muted } from '../page/Text.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Known } from '../ui/Known.tsx';
import type { NotesOf } from './notes-of.ts';
import { usePartyName } from './use-party-name.ts';

interface Props extends Omit<NotesOf, 'calls'> {
  calls: RecordNotesCalls;
  assignment: RecordAssignment;
}

const fieldsOf = ({ assignee, version }: RecordAssignment) => ({
  user_id: assignee?.user_id ?? null,
  version,
});

interface FormProps extends Props {
  people: readonly { user_id: number; name: string }[];
  onClose: () => void;
}

function AssignForm({ calls, id, assignment, people, onClose }: FormProps) {
  const { t } = useTranslation('records');
  const form = useRecordForm({
    call: calls.assign,
    params: { id },
    record: fieldsOf(assignment),
    fromAnswer: fieldsOf,
    fromConflict: fieldsOf,
    words: 'records',
    onSaved: onClose,
  });
  const options = people.map(({ user_id, name }) => ({ value: user_id, label: name }));
  const held = assignment.assignee;
  // Who has lost sight of the record since is still the one who looks after it.
  if (held?.user_id && !people.some(({ user_id }) => user_id === held.user_id))
    options.unshift({ value: held.user_id, label: held.name ?? t('gone') });
  return (
    <FormDialog form={form} title={t('assign')} onClose={onClose}>
      <SelectField
        name="user_id"
        label={t('assignee')}
        description={t('assignee_hint')}
        none={t('nobody')}
        options={options}
      />
    </FormDialog>
  );
}

function AssignDialog(props: Props & { onClose: () => void }) {
  const { t } = useTranslation('records');
  const people = useCall(props.calls.assignees, { params: { id: props.id } });
  if (people.data) return <AssignForm {...props} people={people.data} />;
  return (
    <Dialog title={t('assign')} onClose={props.onClose}>
      <Known query={people} height={120}>
        {() => null}
      </Known>
    </Dialog>
  );
}

/** Who looks after a record. */
export function AssignmentSection(props: Props) {
  const { assignment, may } = props;
  const { t } = useTranslation('records');
  const { date } = useFormat();
  const nameOf = usePartyName();
  const [opened, setOpened] = useState(false);
  const { assignee, assigned_at } = assignment;
  const Icon = assignee ? IconUserCheck : IconUserQuestion;
  return (
    <Section
      title={t('assigned')}
      actions={
        may && (
          <Button variant="default" onClick={() => setOpened(true)}>
            {assignee ? t('assign_other') : t('assign')}
          </Button>
        )
      }
    >
      <Group gap={8} wrap="nowrap">
        <Icon size={20} stroke={1.6} aria-hidden="true" />
        {assignee ? <strong>{nameOf(assignee)}</strong> : <Muted>{t('nobody_yet')}</Muted>}
        {assigned_at && <Muted>{t('since', { date: date(assigned_at, HERE) })}</Muted>}
      </Group>
      {opened && <AssignDialog {...props} onClose={() => setOpened(false)} />}
    </Section>
  );
}
