-- As a superuser: psql -f deploy/roles.sql; then \password for both roles.
-- links_owner migrates (npm run operator -- migrate --grant links_app), links_app serves.
create role links_owner login;
create role links_app login;
create database links owner links_owner;
