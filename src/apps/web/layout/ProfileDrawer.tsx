import { Badge, Button } from '@mantine/core';
import { IconBuilding, IconLogout, IconPlus, IconUserCog } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Membership } from '../../../features/identity/user.model.ts';
import { signOut, useUser } from '../../../features/identity/web/use-user.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { mayLeave } from '../../../shared/web/forms/use-unsaved.ts';
import { PersonAvatar } from '../../../shared/web/ui/PersonAvatar.tsx';
import { SideDrawer } from '../../../shared/web/ui/SideDrawer.tsx';
import styles from './ProfileDrawer.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  onActivate: (company: Membership) => void;
}

// spec §4: the selected company is shown with class primary and marked Active
function Companies({ onActivate }: Pick<Props, 'onActivate'>) {
  const { t } = useTranslation();
  const user = useUser();
  const { id_client } = useCompany();
  return (
    <ul className={styles.companies}>
      {user?.companies.map((company) => {
        const active = company.id_client === id_client;
        return (
          <li key={company.id_client}>
            <button
              type="button"
              className={active ? `${styles.company} primary` : styles.company}
              aria-current={active || undefined}
              onClick={() => !active && onActivate(company)}
            >
              <IconBuilding size={16} stroke={1.7} aria-hidden="true" />
              <span className={styles.name} title={company.name}>
                {company.name}
              </span>
              {active && (
                <Badge size="sm" tt="none" className={styles.active ?? ''}>
                  {t('profile.active')}
                </Badge>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Signs out, after asking where something unsaved would be lost. */
async function leave(): Promise<void> {
  if (await mayLeave()) await signOut();
}

// spec §1: right profile drawer
export function ProfileDrawer({ opened, onClose, onActivate }: Props) {
  const { t } = useTranslation();
  const user = useUser();
  const company = useCompany();
  return (
    <SideDrawer title={t('profile.title')} side="right" width={340} opened={opened} onClose={onClose}>
      <div className={styles.profile}>
        <div className={styles.who}>
          <PersonAvatar name={user?.name ?? ''} digest={user?.avatar ?? null} size={48} />
          <div className={styles.words}>
            <p className={styles.person} title={user?.name}>
              {user?.name}
            </p>
            <p className="muted">{user?.email}</p>
          </div>
        </div>
        <Button
          variant="default"
          leftSection={<IconUserCog size={16} />}
          onClick={onClose}
          renderRoot={(root) => <Link to="/user" {...root} />}
        >
          {t('profile.mine')}
        </Button>
        <dl className={styles.current}>
          <dt className="muted">{t('profile.company')}</dt>
          <dd title={company.name}>{company.name}</dd>
        </dl>
        <section>
          <h2 className={styles.heading}>{t('profile.companies')}</h2>
          <Companies onActivate={onActivate} />
          <Button
            variant="subtle"
            fullWidth
            mt={8}
            leftSection={<IconPlus size={16} />}
            onClick={onClose}
            renderRoot={(root) => <Link to="/companies/create" {...root} />}
          >
            {t('profile.create_company')}
          </Button>
        </section>
        <Button variant="default" leftSection={<IconLogout size={16} />} onClick={leave}>
          {t('profile.sign_out')}
        </Button>
      </div>
    </SideDrawer>
  );
}
