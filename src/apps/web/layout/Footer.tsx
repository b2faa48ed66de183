import { useConfig } from '../../../shared/web/api/config.ts';
import { Muted, Nowrap } from '../../../shared/web/page/Text.tsx';
import styles from './Portal.module.css';

// spec §1: a footer with the current year and the provider name
export function Footer() {
  const config = useConfig();
  return (
    <footer className={styles.footer}>
      <Muted>
        <Nowrap>
          © {new Date().getFullYear()} {config?.provider_name ?? ''}
        </Nowrap>
      </Muted>
    </footer>
  );
}
