<?php

namespace App\Events;

class OrderLost {}
