-- Plain names: what answers across companies, and what puts a table behind row-level security. Policies and grants follow.

alter function app_wall(regclass, text) rename to enable_tenant_rls;
alter function hatch_api_key(bytea) rename to cross_tenant_api_key;
alter function hatch_enabled_companies() rename to cross_tenant_enabled_companies;
alter function hatch_next_company_id() rename to cross_tenant_next_company_id;
alter function hatch_memberships(bigint) rename to cross_tenant_memberships;
alter function hatch_dirty_companies() rename to cross_tenant_dirty_companies;
alter function hatch_ensure_partition(date) rename to cross_tenant_ensure_partition;
alter function hatch_drop_partition(date) rename to cross_tenant_drop_partition;
alter function hatch_lease_ports(text, int, int) rename to cross_tenant_lease_ports;
alter function hatch_invitation(bytea) rename to cross_tenant_invitation;
alter function hatch_are_colleagues(bigint, bigint) rename to cross_tenant_are_colleagues;
alter function hatch_companies_of(bigint) rename to cross_tenant_companies_of;
alter function hatch_companies_that_know(bigint, text[]) rename to cross_tenant_companies_that_know;
alter function hatch_companies_with_deeds_of(bigint) rename to cross_tenant_companies_with_actions_of;
alter function hatch_all_companies() rename to cross_tenant_all_companies;
alter function hatch_deeds_of_a_day(bigint) rename to cross_tenant_actions_of_a_day;
