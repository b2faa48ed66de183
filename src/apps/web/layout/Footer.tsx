import { useConfig } from '../../../shared/web/api/config.ts';
import styles from './Footer.module.css';

// spec §1: a footer with the current year and the provider name
export function Footer() {
  const config = useConfig();
  return (
    <footer className={styles.footer}>
      © {new Date().getFullYear()} {config?.provider_name ?? ''}
    </footer>
  );
}
