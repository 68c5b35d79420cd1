<?php
class Store {
  function emails($db, $id) { return $db->query("SELECT `email` FROM `users` WHERE id = $id"); }
  function titles($db) {
    return $db->query(<<<SQL
      SELECT title FROM orgs
      SQL);
  }
}
